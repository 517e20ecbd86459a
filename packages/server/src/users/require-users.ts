import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { ApiError } from '../contract/api-error.ts';
import { distinctIds } from '../contract/ids.ts';
import type { ReadContext } from '../contract/implement.ts';
import { ofOrganization, ownerColumns } from '../contract/of-organization.ts';

/** Reads users of the organization, and refuses ids that are not among them. */
export async function requireUsers(
  { sql, organization, services }: ReadContext,
  userIds: readonly string[],
  refusal = 'no such user',
): Promise<Authenticated<AuthorityRows['users']>[]> {
  const ids = distinctIds(userIds);
  if (ids.length === 0) return [];
  const rows = await sql<Authenticated<AuthorityRows['users']>[]>`
    select * from users
    where ${ofOrganization(sql, organization)} and deleted_at is null
      and id = any(${ids}::uuid[])`;
  const users = services.macs.genuine('users', rows, { ...ownerColumns(organization), id: ids, deletedAt: null });
  if (users.length < ids.length) throw new ApiError('RESOURCE_NOT_FOUND', refusal);
  return users;
}
