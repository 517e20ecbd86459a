import type { PaginationOptions } from '@mintmark/schema/fields/pagination';
import type { z } from 'zod';
import type { Sql, Statement } from '../../storage/store/database.ts';
import { ApiError } from '../model/api-error.ts';
import { isUuid } from '../model/ids.ts';

interface List {
  /** A table with `id` and `created_at`. */
  readonly table: string;
  /** The rows that a cursor may name: those of the organization. */
  readonly scope: Statement;
  /** The condition for rows on a page, beginning with `and`. A cursor may name a row that no longer meets it. */
  readonly filter: Statement;
  /** How many bytes a row takes to read; leave it out for small rows. */
  readonly size?: Statement;
}

const defaultLimit = 10;
/** The most bytes of a page, unless its first row alone is larger: building the answer delays all other requests. */
const maxBytes = 512 * 1024;

interface Page {
  /** The rows on the page, newest first. */
  readonly ids: readonly string[];
  /** How many bytes they take to read. */
  readonly bytes: number;
}

/** The range of a page: `after` is the last row of the page before it, `before` the first row of the page after it. */
interface Cursors {
  readonly after: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

/** Reads the options of a page. An empty cursor counts as none. */
export const readCursors = (options: z.output<typeof PaginationOptions> = {}): Cursors => ({
  after: options.after || undefined,
  before: options.before || undefined,
  limit: Number(options.limit ?? defaultLimit),
});

/** Whether the page is the one before a cursor: the nearest newer rows. */
export function isUpwardsPage(options?: z.output<typeof PaginationOptions>): boolean {
  const { after, before } = readCursors(options);
  return before !== undefined && after === undefined;
}

/**
 * Finds the rows of one page of a list, newest first. Cursors are row ids, so rows that are added or removed between two
 * pages shift nothing. A page with large rows may be short; only an empty page is the end of the list.
 */
export async function readPage(
  sql: Sql,
  { table, scope, filter, size = sql`0` }: List,
  options?: z.output<typeof PaginationOptions>,
): Promise<Page> {
  const { after, before, limit } = readCursors(options);
  const position = async (cursor: string) => {
    const [row] = isUuid(cursor)
      ? await sql<{ createdAt: Date; id: string }[]>`
          select created_at, id from ${sql(table)} where ${scope} and id = ${cursor}`
      : [];
    if (!row) throw new ApiError('INVALID_CURSOR');
    return row;
  };
  const below = after === undefined ? undefined : await position(after);
  const above = before === undefined ? undefined : await position(before);
  // Those nearest to the cursor, so they are read oldest first.
  const isUpwards = isUpwardsPage(options);
  const order = isUpwards ? sql`created_at, id` : sql`created_at desc, id desc`;
  const rows = await sql<{ id: string; total: bigint }[]>`
    with page as (
      select id, created_at, ${size} as size from ${sql(table)}
      where ${scope} ${filter}
        ${below ? sql`and (created_at, id) < (${below.createdAt}, ${below.id})` : sql``}
        ${above ? sql`and (created_at, id) > (${above.createdAt}, ${above.id})` : sql``}
      order by ${order}
      limit ${limit}
    ), measured as (
      select id, created_at, size, (sum(size) over (order by ${order}))::bigint as total from page
    )
    select id, total from measured where total <= ${maxBytes} or total = size order by ${order}`;
  const ids = rows.map(({ id }) => id);
  return { ids: isUpwards ? ids.reverse() : ids, bytes: Number(rows.at(-1)?.total ?? 0) };
}
