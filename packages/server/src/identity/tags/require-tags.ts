import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { TagKind } from './tag-kind.ts';
import type { TagRow } from './tag-record.ts';
import { tagsTable } from './tags-table.ts';

/** Reads tags of one kind, and refuses ids that are not among those of the organization. */
export async function requireTags(
  { sql, organization, services }: ReadContext,
  { type, noun }: TagKind,
  tagIds: readonly string[],
): Promise<TagRow[]> {
  const ids = distinctIds(tagIds);
  if (ids.length === 0) return [];
  const rows = await sql<TagRow[]>`
    select * from tags
    where ${ofOrganization(sql, organization)} and type = ${type} and id = any(${ids}::uuid[])`;
  const tags = services.macs.genuine(tagsTable, rows, { ...ownerColumns(organization), type, id: ids });
  if (tags.length < ids.length) throw new ApiError('RESOURCE_NOT_FOUND', `no such ${noun} tag`);
  return tags;
}
