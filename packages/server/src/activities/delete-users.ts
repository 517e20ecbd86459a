import deleteUsers from '@mintmark/schema/activities/delete-users';
import { ApiError } from '../api-error.ts';
import { distinctIds } from '../distinct-ids.ts';
import { implement } from '../implement.ts';

export default implement(deleteUsers, async ({ sql, organization, now }, parameters) => {
  const userIds = distinctIds(parameters.userIds);
  const here = sql`tenant_id = ${organization.tenantId} and organization_id = ${organization.id}`;
  const ended = sql`deleted_at = ${now}, updated_at = ${now}`;
  const theirs = sql`${here} and deleted_at is null and user_id = any(${userIds}::uuid[])`;
  const [users, [{ count } = { count: 0n }]] = await Promise.all([
    sql`update users set ${ended} where ${here} and deleted_at is null and id = any(${userIds}::uuid[])`,
    sql<{ count: bigint }[]>`
      select count(*) from users where ${here} and deleted_at is null and is_root`,
    sql`update api_keys set ${ended} where ${theirs}`,
    sql`update authenticators set ${ended} where ${theirs}`,
    sql`delete from user_tags where ${here} and user_id = any(${userIds}::uuid[])`,
  ]);
  if (users.count < userIds.length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  if (count < organization.rootThreshold) throw new ApiError('QUORUM_UNREACHABLE');
  return { userIds };
});
