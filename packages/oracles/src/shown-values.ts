import type { PolicyView } from '../../server/src/core/handlers/policy-view.ts';
import { policyValues } from '../../server/src/policies/values/policy-values.ts';
import { valuePage } from '../../server/src/policies/values/value-page.ts';

const subject = {
  ...{ type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', kind: 'SIGN_TRANSACTION', resource: 'WALLET', action: 'SIGN' },
  isRootQuorumOnly: false,
  parameters: () => ({}),
  views: () => Promise.resolve([]),
};

/** A value that somebody who approves is shown. */
export interface ShownValue {
  readonly name: string;
  readonly value: string;
}

/** Everything that somebody who approves a transaction is shown, from all pages, in its order. */
export async function shownValues(view: PolicyView): Promise<readonly ShownValue[]> {
  const shown: ShownValue[] = [];
  for (let after = ''; ; ) {
    const { values, totalValues, pageInfo } = await valuePage(policyValues(subject, [view]), { limit: '100', after });
    shown.push(...values);
    if (pageInfo.hasNextPage !== true) {
      if (shown.length !== totalValues) throw new Error(`${shown.length} of ${totalValues} values are on the pages`);
      return shown;
    }
    after = pageInfo.endCursor ?? '';
  }
}

/**
 * What the library of a chain says and the list does not: each text and amount must be there under its name, and before anything
 * whose name begins with one of the later ones.
 */
export function missingIn(
  shown: readonly ShownValue[],
  wanted: readonly (readonly [name: string, value: string | bigint])[],
  later: readonly string[],
): string[] {
  const places = new Map(shown.map(({ name, value }, place) => [`${name} ${value}`, place]));
  const firstLater = shown.findIndex(({ name }) => later.some((start) => name.startsWith(start)));
  const end = firstLater === -1 ? shown.length : firstLater;
  return wanted
    .map(([name, value]) => `${name} ${typeof value === 'bigint' ? value : `'${value}'`}`)
    .filter((one) => !((places.get(one) ?? end) < end));
}
