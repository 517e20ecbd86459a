import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import type { ReadContext } from '../contract/implement.ts';
import { type OrganizationKey, ofOrganization, ownerColumns } from '../contract/of-organization.ts';

export type ProxyRow = Authenticated<AuthorityRows['auth_proxies']>;

interface ProxyContext extends Pick<ReadContext, 'sql' | 'services'> {
  readonly organization: OrganizationKey;
}

/** The sign-up proxy of a top-level organization, if it is enabled. */
export async function readProxy({
  sql,
  organization,
  services: { macs },
}: ProxyContext): Promise<ProxyRow | undefined> {
  const rows = await sql<ProxyRow[]>`select * from auth_proxies where ${ofOrganization(sql, organization)}`;
  const [proxy] = macs.genuine('auth_proxies', rows, ownerColumns(organization));
  return proxy;
}

/** The user that the sign-up proxy acts as. */
export const readProxyUserId = async (context: ProxyContext): Promise<string | undefined> =>
  (await readProxy(context))?.userId;
