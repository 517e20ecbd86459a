import deleteUserTags from '@mintmark/schema/activities/delete-user-tags';
import { ApiError } from '../api-error.ts';
import { distinctIds } from '../distinct-ids.ts';
import { implement } from '../implement.ts';

export default implement(deleteUserTags, async ({ sql, organization }, parameters) => {
  const userTagIds = distinctIds(parameters.userTagIds);
  const here = sql`tenant_id = ${organization.tenantId} and organization_id = ${organization.id}`;
  const [users, tags] = await Promise.all([
    sql<{ userId: string }[]>`
      select distinct user_id from user_tags where ${here} and tag_id = any(${userTagIds}::uuid[]) order by user_id`,
    sql`delete from tags where ${here} and type = 'TAG_TYPE_USER' and id = any(${userTagIds}::uuid[])`,
  ]);
  if (tags.count < userTagIds.length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user tag');
  return { userTagIds, userIds: users.map(({ userId }) => userId) };
});
