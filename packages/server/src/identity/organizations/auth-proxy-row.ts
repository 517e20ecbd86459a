import type { Authenticated } from '../../core/authority/row-macs.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { authProxiesTable } from './auth-proxies-table.ts';

export type ProxyRow = Authenticated<RowOf<typeof authProxiesTable>>;

/** The sign-up proxy of a top-level organization, if it is enabled. */
export async function readProxy({ sql, organization, services: { macs } }: RowsContext): Promise<ProxyRow | undefined> {
  const rows = await sql<ProxyRow[]>`select * from auth_proxies where ${ofOrganization(sql, organization)}`;
  const [proxy] = macs.genuine(authProxiesTable, rows, ownerColumns(organization));
  return proxy;
}

/** Refuses a sub-organization: only organizations at the top have sign-up proxies. */
export function requireTop({ parentId }: Pick<Organization, 'parentId'>): void {
  if (parentId !== null)
    throw new ApiError('INVALID_ACTIVITY_CALLER', 'a sub-organization cannot have a sign-up proxy');
}

/** The same; refuses an organization that has none. */
export async function requireProxy(context: RowsContext): Promise<ProxyRow> {
  const proxy = await readProxy(context);
  if (!proxy) throw new ApiError('AUTH_PROXY_NOT_ENABLED');
  return proxy;
}

/** The user that the sign-up proxy acts as. */
export const readProxyUserId = async (context: RowsContext): Promise<string | undefined> =>
  (await readProxy(context))?.userId;
