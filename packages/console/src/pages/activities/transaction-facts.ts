interface NamedValue {
  readonly name: string;
  readonly value: string;
  readonly index?: number | undefined;
}

/** The values of one of the transactions, calls or payloads of an activity, or of the key that signs them. */
export interface FactGroup {
  /** Empty if there is only one. */
  readonly title: string;
  readonly facts: readonly NamedValue[];
}

const transactions = /^(eth|solana|bitcoin|tron)\./;
const keys = /^(wallet|wallet_account|private_key)\./;

/** What an activity signs: the values of each of its transactions, then those of the key that signs. Nothing if it signs none. */
export function transactionsOf(values: readonly NamedValue[]): readonly FactGroup[] {
  const byIndex = Map.groupBy(
    values.filter(({ name }) => transactions.test(name)),
    ({ index }) => index,
  );
  if (byIndex.size === 0) return [];
  const contents = [...byIndex].map(([index, facts]) => ({
    title: index === undefined ? '' : `${index + 1} of ${byIndex.size}`,
    facts: facts.map(shown),
  }));
  const ofKey = values.filter(({ name }) => keys.test(name)).map(shown);
  return ofKey.length === 0 ? contents : [...contents, { title: 'The key that signs', facts: ofKey }];
}

/** The types that the service only carries out if it can decode them. */
const decodedTypes = /^ACTIVITY_TYPE_(SIGN_TRANSACTION|ETH_SEND_TRANSACTION)(_V\d+)?$/;

/** Whether an activity is about a transaction that nobody can see, since the service cannot decode it. */
export const isUndecoded = (type: string, values: readonly NamedValue[]): boolean =>
  decodedTypes.test(type) && !values.some(({ name }) => transactions.test(name));

const shown = ({ value, ...place }: NamedValue): NamedValue => ({ ...place, value: unquoted(value) });

/** A text without the quotes that the policy language writes it with. */
const unquoted = (value: string): string => /^'([\s\S]*)'$/.exec(value)?.[1] ?? value;
