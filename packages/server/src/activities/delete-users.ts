import deleteUsers from '@mintmark/schema/activities/delete-users';
import { ApiError } from '../api-error.ts';
import { distinctIds } from '../distinct-ids.ts';
import { implement } from '../implement.ts';
import { keepAccess } from '../users/access.ts';

export default implement(deleteUsers, async (context, parameters) => {
  const { sql, organization, now } = context;
  const userIds = distinctIds(parameters.userIds);
  const here = sql`tenant_id = ${organization.tenantId} and organization_id = ${organization.id}`;
  const ended = sql`deleted_at = ${now}, updated_at = ${now}`;
  const theirs = sql`${here} and deleted_at is null and user_id = any(${userIds}::uuid[])`;
  await keepAccess(context, async () => {
    const [users] = await Promise.all([
      sql`update users set ${ended} where ${here} and deleted_at is null and id = any(${userIds}::uuid[])`,
      sql`update api_keys set ${ended} where ${theirs}`,
      sql`update authenticators set ${ended} where ${theirs}`,
      sql`delete from user_tags where ${here} and user_id = any(${userIds}::uuid[])`,
    ]);
    if (users.count < userIds.length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  });
  return { userIds };
});
