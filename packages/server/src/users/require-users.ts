import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { ApiError } from '../contract/api-error.ts';
import { distinctIds } from '../contract/ids.ts';
import type { ReadContext } from '../contract/implement.ts';
import { ofOrganization, ownerColumns } from '../contract/of-organization.ts';
import { readProxyUserId } from '../organizations/auth-proxy-row.ts';

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

/** The same for a change: nobody changes the user of the sign-up proxy. */
export async function requireChangeableUsers(
  context: ReadContext,
  userIds: readonly string[],
  refusal?: string,
): Promise<Authenticated<AuthorityRows['users']>[]> {
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
