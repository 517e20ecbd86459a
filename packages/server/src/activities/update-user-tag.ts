import updateUserTag from '@mintmark/schema/activities/update-user-tag';
import { ApiError, fieldError } from '../api-error.ts';
import { distinctIds } from '../distinct-ids.ts';
import { implement } from '../implement.ts';
import { requireUsers } from '../users/require-users.ts';
import { tagUsers } from '../users/tag-users.ts';

export default implement(updateUserTag, async (context, { userTagId, newUserTagName, addUserIds, removeUserIds }) => {
  const { sql, organization, now } = context;
  const tagId = userTagId.toLowerCase();
  const [added, removed] = [distinctIds(addUserIds), distinctIds(removeUserIds)];
  if (removed.some((id) => added.includes(id)))
    throw fieldError('parameters.removeUserIds', 'a user cannot be added and removed at once');
  const here = sql`tenant_id = ${organization.tenantId} and organization_id = ${organization.id}`;
  const [tags] = await Promise.all([
    sql<{ id: string }[]>`
      select id from tags
      where ${here} and type = 'TAG_TYPE_USER' and (id = ${tagId} or name = ${newUserTagName ?? null})`,
    requireUsers(context, removed),
  ]);
  if (!tags.some(({ id }) => id === tagId)) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user tag');
  if (tags.length > 1) throw new ApiError('ALREADY_EXISTS', 'a user tag with this name already exists');
  await Promise.all([
    sql`
      update tags set name = coalesce(${newUserTagName ?? null}, name), updated_at = ${now}
      where ${here} and id = ${tagId}`,
    sql`delete from user_tags where ${here} and tag_id = ${tagId} and user_id = any(${removed}::uuid[])`,
    tagUsers(context, [tagId], added),
  ]);
  return { userTagId: tagId };
});
