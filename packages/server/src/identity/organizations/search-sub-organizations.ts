import type { PaginationOptions } from '@mintmark/schema/fields/pagination';
import type { z } from 'zod';
import { searchDirectory } from '../../core/authority/directory.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { isUuid } from '../../core/model/ids.ts';
import { isOrganization } from '../../core/model/of-organization.ts';
import { readCursors } from '../../core/requests/read-page.ts';
import type { DirectoryKind } from '../../core/tables/searchable-values.ts';
import type { Sql } from '../../storage/store/database.ts';
import { organizationsWithIds } from './across-organizations.ts';
import { organizationsTable } from './organizations-table.ts';

/** What to search for in the sub-organizations of a parent. */
export interface Sought {
  readonly kind: DirectoryKind;
  readonly value: string;
}

/** One page of the ids of the sub-organizations in which something is found, newest first. */
export async function searchSubOrganizations(
  { sql, organization, services: { macs } }: ReadContext,
  sought: Sought,
  page: z.output<typeof PaginationOptions> | undefined,
): Promise<string[]> {
  const { after, before, limit } = readCursors(page);
  for (const cursor of [after, before])
    if (cursor !== undefined) await requireSubOrganization(sql, organization.id, cursor);
  const search = { parentId: organization.id, ...sought };
  const ids = await searchDirectory(sql, macs, search, { max: limit, olderThan: after, newerThan: before });
  const rows = await organizationsWithIds(sql, ids);
  const asked = { id: ids, parentId: organization.id, deletedAt: null };
  return macs.genuine(organizationsTable, rows, asked).map(({ id }) => id);
}

/** Refuses a cursor that is not a sub-organization. It may be deleted by now. */
async function requireSubOrganization(sql: Sql, parentId: string, id: string): Promise<void> {
  const [row] = isUuid(id)
    ? await sql`select from organizations where ${isOrganization(sql, { id })} and parent_id = ${parentId}`
    : [];
  if (!row) throw new ApiError('INVALID_CURSOR');
}
