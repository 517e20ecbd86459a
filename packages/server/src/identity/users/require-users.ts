import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { readProxyUserId } from '../organizations/auth-proxy-row.ts';
import { usersTable } from './users-table.ts';

type User = Authenticated<RowOf<typeof usersTable>>;

/** Reads those of the users that the organization has. */
export async function findUsers(
  { sql, organization, services }: ReadContext,
  userIds: readonly string[],
): Promise<User[]> {
  const ids = distinctIds(userIds);
  if (ids.length === 0) return [];
  const rows = await sql<User[]>`
    select * from users
    where ${ofOrganization(sql, organization)} and deleted_at is null
      and id = any(${ids}::uuid[])`;
  return services.macs.genuine(usersTable, rows, { ...ownerColumns(organization), id: ids, deletedAt: null });
}

/** Reads users of the organization, and refuses ids that are not among them. */
export async function requireUsers(
  context: ReadContext,
  userIds: readonly string[],
  refusal = 'no such user',
): Promise<User[]> {
  const users = await findUsers(context, userIds);
  if (users.length < distinctIds(userIds).length) throw new ApiError('RESOURCE_NOT_FOUND', refusal);
  return users;
}

/** The same for a change: nobody changes the user of the sign-up proxy. */
export async function requireChangeableUsers(
  context: ReadContext,
  userIds: readonly string[],
  refusal?: string,
): Promise<User[]> {
  const [users] = await Promise.all([requireUsers(context, userIds, refusal), refuseProxyUser(context, userIds)]);
  return users;
}

/** Refuses a change of the user of the sign-up proxy. */
export async function refuseProxyUser(context: ReadContext, userIds: readonly string[]): Promise<void> {
  // Sub-organizations have no proxy.
  const mayHold = userIds.length > 0 && context.organization.parentId === null;
  const proxyUserId = mayHold ? await readProxyUserId(context) : undefined;
  if (proxyUserId !== undefined && distinctIds(userIds).includes(proxyUserId))
    throw new ApiError('AUTH_PROXY_USER_PROTECTED');
}
