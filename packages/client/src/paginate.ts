import { TransportError } from './errors.ts';
import type { Pages } from './methods.ts';
import type { Operation } from './operation.ts';

/** Which page of a list to fetch. */
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

/** The first page as a promise, and with `for await` the items of all pages. */
export function paginate(
  name: string,
  { items: member = '', cursor }: Operation,
  start: Position | undefined,
  ask: (position: Position | undefined) => Promise<unknown>,
): Pages<unknown, unknown> {
  // With both cursors, the first page is the one that follows `after`.
  const isBackwards = Boolean(start?.before) && !start?.after;
  const direction = isBackwards ? 'before' : 'after';
  const first = ask(start);

  function next(page: Page, items: Items): readonly [isMore: boolean | undefined, place: string | undefined] {
    const { hasNextPage, hasPreviousPage, startCursor, endCursor } = page.pageInfo ?? {};
    if (!cursor) return isBackwards ? [hasPreviousPage, startCursor] : [hasNextPage, endCursor];
    const last = items.at(isBackwards ? 0 : -1);
    // A page of large items may be shorter than the limit: only an empty page is the last.
    return [items.length > 0, typeof last === 'object' ? last[cursor] : last];
  }

  const unexpected = (missing: string) =>
    new TransportError('UNEXPECTED_RESPONSE', `${name}: the response has no ${missing}`);

  async function* walk() {
    const seen = new Set<unknown>([start?.[direction]]);
    for (let answer = first; ; ) {
      const page = (await answer) as Page;
      const items = (page[member] ?? []) as Items;
      if (!Array.isArray(items)) throw unexpected('list');
      yield* items;
      const [isMore, place] = next(page, items);
      if (!isMore) return;
      // Stopping here would make the list look complete, and a repeated cursor would never end.
      if (!place || typeof place !== 'string' || seen.has(place)) throw unexpected('new cursor');
      seen.add(place);
      answer = ask({ ...start, [direction]: place });
    }
  }

  return Object.assign(first, { [Symbol.asyncIterator]: walk });
}
