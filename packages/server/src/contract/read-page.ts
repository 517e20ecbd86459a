import type { PaginationOptions } from '@mintmark/schema/fields/pagination';
import type { z } from 'zod';
import type { Sql, Statement } from '../store/database.ts';
import { ApiError } from './api-error.ts';
import { isUuid } from './ids.ts';

interface List {
  /** A table with `id` and `created_at`. */
  readonly table: string;
  /** The rows that a cursor may name: those of the organization. */
  readonly scope: Statement;
  /** What else the rows must be to be on a page, beginning with `and`. A cursor may name a row that no longer is. */
  readonly filter: Statement;
  /** How many bytes have to be read for a row. Without it rows are small. */
  readonly size?: Statement;
}

const defaultLimit = 10;
/** What a page may take from the store, beyond its first row: making the answer holds up everybody else meanwhile. */
const mostBytes = 512 * 1024;

interface Page {
  /** The rows on the page, newest first. */
  readonly ids: readonly string[];
  /** How many bytes have to be read for them. */
  readonly bytes: number;
}

/**
 * Finds out which rows are on one page of a list, newest first. Cursors are ids of rows, so that rows which come and go
 * meanwhile move nothing. A page ends early where its rows are large; only an empty one is the end of the list.
 */
export async function readPage(
  sql: Sql,
  { table, scope, filter, size = sql`0` }: List,
  options: z.output<typeof PaginationOptions> = {},
): Promise<Page> {
  const after = options.after || undefined;
  const before = options.before || undefined;
  for (const cursor of [after, before]) {
    if (cursor === undefined) continue;
    const [row] = isUuid(cursor) ? await sql`select from ${sql(table)} where ${scope} and id = ${cursor}` : [];
    if (!row) throw new ApiError('INVALID_CURSOR');
  }
  const position = (cursor: string) =>
    sql`(select created_at, id from ${sql(table)} where ${scope} and id = ${cursor})`;
  // The page before a cursor is the one next to it, which is read upwards.
  const isUpwards = before !== undefined && after === undefined;
  const order = isUpwards ? sql`created_at, id` : sql`created_at desc, id desc`;
  const rows = await sql<{ id: string; total: bigint }[]>`
    with page as (
      select id, created_at, ${size} as size from ${sql(table)}
      where ${scope} ${filter}
        ${after === undefined ? sql`` : sql`and (created_at, id) < ${position(after)}`}
        ${before === undefined ? sql`` : sql`and (created_at, id) > ${position(before)}`}
      order by ${order}
      limit ${Number(options.limit ?? defaultLimit)}
    ), measured as (
      select id, created_at, size, (sum(size) over (order by ${order}))::bigint as total from page
    )
    select id, total from measured where total <= ${mostBytes} or total = size order by ${order}`;
  const ids = rows.map(({ id }) => id);
  return { ids: isUpwards ? ids.reverse() : ids, bytes: Number(rows.at(-1)?.total ?? 0) };
}
