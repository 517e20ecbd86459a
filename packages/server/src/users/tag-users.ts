import { ApiError } from '../api-error.ts';
import { distinctIds } from '../distinct-ids.ts';
import type { ActivityContext } from '../implement.ts';
import { requireUsers } from './require-users.ts';

/** Puts tags on users; all of both must be of this organization. */
export async function tagUsers(
  { sql, organization }: Pick<ActivityContext, 'sql' | 'organization'>,
  tagIds: readonly string[],
  userIds: readonly string[],
): Promise<void> {
  if (tagIds.length === 0 || userIds.length === 0) return;
  const { tenantId, id } = organization;
  const wanted = distinctIds(tagIds);
  const [tags] = await Promise.all([
    sql`
      select from tags
      where tenant_id = ${tenantId} and organization_id = ${id} and type = 'TAG_TYPE_USER'
        and id = any(${wanted}::uuid[])`,
    requireUsers({ sql, organization }, userIds),
  ]);
  if (tags.length < wanted.length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user tag');
  await sql`
    insert into user_tags (tenant_id, organization_id, tag_id, user_id)
    select ${tenantId}, ${id}, tag, member
    from unnest(${wanted}::uuid[]) tag, unnest(${distinctIds(userIds)}::uuid[]) member
    on conflict do nothing`;
}
