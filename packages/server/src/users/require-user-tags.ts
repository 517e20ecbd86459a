import { ApiError } from '../contract/api-error.ts';
import { distinctIds } from '../contract/ids.ts';
import type { ReadContext } from '../contract/implement.ts';
import { ofOrganization, ownerColumns } from '../contract/of-organization.ts';
import type { TagRow } from './tag-record.ts';

/** Reads user tags of the organization, and refuses ids that are not among them. */
export async function requireUserTags(
  { sql, organization, services }: ReadContext,
  tagIds: readonly string[],
): Promise<TagRow[]> {
  const ids = distinctIds(tagIds);
  if (ids.length === 0) return [];
  const rows = await sql<TagRow[]>`
    select * from tags
    where ${ofOrganization(sql, organization)} and type = 'TAG_TYPE_USER'
      and id = any(${ids}::uuid[])`;
  const tags = services.macs.genuine('tags', rows, { ...ownerColumns(organization), type: 'TAG_TYPE_USER', id: ids });
  if (tags.length < ids.length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user tag');
  return tags;
}
