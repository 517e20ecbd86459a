import { ApiError } from '../api-error.ts';
import { distinctIds } from '../distinct-ids.ts';
import type { QueryContext } from '../implement.ts';

/** Refuses ids that are not those of living users of the organization. */
export async function requireUsers(
  { sql, organization }: Pick<QueryContext, 'sql' | 'organization'>,
  userIds: readonly string[],
): Promise<void> {
  const ids = distinctIds(userIds);
  const users = await sql`
    select from users
    where tenant_id = ${organization.tenantId} and organization_id = ${organization.id} and deleted_at is null
      and id = any(${ids}::uuid[])`;
  if (users.length < ids.length) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
}
