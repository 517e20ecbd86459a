import { TransportError } from './errors.ts';
import type { Operation, Pages } from './operation.ts';

/** Which page of a list is asked for. */
export interface Position {
  readonly limit?: string;
  readonly before?: string;
  readonly after?: string;
}

interface Page {
  readonly pageInfo?: {
    readonly hasNextPage?: boolean;
    readonly hasPreviousPage?: boolean;
    readonly startCursor?: string;
    readonly endCursor?: string;
  };
  readonly [member: string]: unknown;
}

type Items = readonly (string | Readonly<Record<string, string>>)[];

/** What a page holds where the request does not say. */
const usualLimit = 10;

/** The first page as a promise that can also be walked item by item, page after page. */
export function paginate(
  name: string,
  { items: member = '', cursor }: Operation,
  start: Position | undefined,
  ask: (position: Position | undefined) => Promise<unknown>,
): Pages<unknown, unknown> {
  const { limit, before } = start ?? {};
  const backwards = before !== undefined;
  const first = ask(start);

  function next(page: Page, items: Items): string | undefined {
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo ?? {};
    if (!cursor) return backwards ? (hasPreviousPage ? startCursor : undefined) : hasNextPage ? endCursor : undefined;
    const last = items.at(backwards ? 0 : -1);
    if (last === undefined || items.length < Number(limit ?? usualLimit)) return undefined;
    return typeof last === 'string' ? last : last[cursor];
  }

  async function* walk() {
    let position = start;
    for (let answer = first; ; answer = ask(position)) {
      const page = (await answer) as Page;
      const items = (page[member] ?? []) as Items;
      yield* items;
      const place = next(page, items);
      if (place === undefined) return;
      if (place === (position?.before ?? position?.after))
        throw new TransportError('UNEXPECTED_RESPONSE', `${name} was answered with the same page again`);
      position = { ...(limit !== undefined && { limit }), [backwards ? 'before' : 'after']: place };
    }
  }

  return Object.assign(first, { [Symbol.asyncIterator]: walk });
}
