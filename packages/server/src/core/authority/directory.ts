import { hash } from 'node:crypto';
import type { Sql } from '../../storage/store/database.ts';
import type { AuthenticatedTable, RowOf } from '../tables/define-table.ts';
import { insertRows } from '../tables/insert-rows.ts';
import { JointWrite } from '../tables/joint-write.ts';
import type { DirectoryKind } from '../tables/searchable-values.ts';
import { directoryTable } from './directory-table.ts';
import type { Authenticated, RowMacs } from './row-macs.ts';

/** An entry of the directory, without its organizations. */
export type DirectoryEntry = Pick<RowOf<typeof directoryTable>, 'kind' | 'digest' | 'rowId'>;

/** The entries that the directory has for a row of a sub-organization; none for a deleted row. */
export function directoryEntries<Row extends object>(
  table: AuthenticatedTable<Row>,
  row: NoInfer<Row>,
): DirectoryEntry[] {
  const { id, deletedAt } = row as Readonly<Record<'id' | 'deletedAt', unknown>>;
  if (deletedAt) return [];
  return Object.entries(table.searchable?.(row as never) ?? {}).flatMap(([kind, value]) =>
    typeof value === 'string' ? { kind: kind as DirectoryKind, digest: digestOf(value), rowId: String(id) } : [],
  );
}

type DirectoryRow = RowOf<typeof directoryTable>;

/** Adds entries of sub-organizations of one parent. */
export const listing = new JointWrite<Authenticated<DirectoryRow>>(
  (sql, rows, placement) => sql`
    ${insertRows(sql, directoryTable, rows, placement)}
    on conflict (parent_id, kind, digest, organization_id, row_id) do update set mac = excluded.mac`,
);

/** Removes entries of sub-organizations of one parent. */
export const delisting = new JointWrite<DirectoryRow>(
  (sql, rows) => sql`
    delete from directory
    where parent_id = ${(rows[0] as DirectoryRow).parentId} and (organization_id, kind, digest, row_id) in (
      select organization_id, kind, decode(digest, 'hex'), row_id
      from unnest(
        ${rows.map(({ organizationId }) => organizationId)}::uuid[],
        ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ digest }) => Buffer.from(digest).toString('hex'))}::text[],
        ${rows.map(({ rowId }) => rowId)}::uuid[]
      ) as delisted (organization_id, kind, digest, row_id)
    )`,
);

/** The name of an entry among those of its organization. */
export const entryName = ({ kind, digest, rowId }: DirectoryEntry): string =>
  `${kind} ${Buffer.from(digest).toString('hex')} ${rowId}`;

interface Search {
  readonly parentId: string;
  readonly kind: DirectoryKind;
  readonly value: string;
}

/** Which of the organizations found to return: the newest, or those nearest to `newerThan` if only that is given. */
interface Range {
  readonly max: number;
  readonly olderThan?: string | undefined;
  readonly newerThan?: string | undefined;
}

/** The ids of the sub-organizations in which a value is found, newest first. */
export async function searchDirectory(
  sql: Sql,
  macs: RowMacs,
  { parentId, kind, value }: Search,
  { max, olderThan, newerThan }: Range,
): Promise<string[]> {
  const digest = digestOf(value);
  const isUpwards = newerThan !== undefined && olderThan === undefined;
  const rows = await sql<Authenticated<RowOf<typeof directoryTable>>[]>`
    select distinct on (organization_id) * from directory
    where parent_id = ${parentId} and kind = ${kind} and digest = ${digest}
      ${olderThan === undefined ? sql`` : sql`and organization_id < ${olderThan}`}
      ${newerThan === undefined ? sql`` : sql`and organization_id > ${newerThan}`}
    order by ${isUpwards ? sql`organization_id, row_id` : sql`organization_id desc, row_id desc`} limit ${max}`;
  const ids = macs
    .genuine(directoryTable, rows, { parentId, kind, digest })
    .map(({ organizationId }) => organizationId);
  return isUpwards ? ids.reverse() : ids;
}

/** The ids of the sub-organizations in which both of two values are found. It is one statement, whatever is found. */
export async function searchDirectoryForBoth(
  sql: Sql,
  macs: RowMacs,
  parentId: string,
  { first, second, max }: Readonly<Record<'first' | 'second', Omit<Search, 'parentId'>>> & Pick<Range, 'max'>,
): Promise<string[]> {
  const { kind } = first;
  const digest = digestOf(first.value);
  const rows = await sql<Authenticated<RowOf<typeof directoryTable>>[]>`
    select distinct on (organization_id) * from directory
    where parent_id = ${parentId} and kind = ${kind} and digest = ${digest}
      and organization_id in (
        select organization_id from directory
        where parent_id = ${parentId} and kind = ${second.kind} and digest = ${digestOf(second.value)}
      )
    order by organization_id, row_id limit ${max}`;
  return macs.genuine(directoryTable, rows, { parentId, kind, digest }).map(({ organizationId }) => organizationId);
}

const digestOf = (value: string): Buffer => hash('sha256', value, 'buffer');
