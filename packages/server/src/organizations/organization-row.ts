import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { ApiError } from '../contract/api-error.ts';
import type { ReadContext } from '../contract/implement.ts';
import { isOrganization, keyColumns, type OrganizationKey } from '../contract/of-organization.ts';

export type OrganizationRow = Authenticated<AuthorityRows['organizations']>;

interface OrganizationContext extends Pick<ReadContext, 'sql' | 'services'> {
  readonly organization: OrganizationKey;
}

/** Reads the current row of the organization. */
export async function requireOrganization({
  sql,
  organization,
  services,
}: OrganizationContext): Promise<OrganizationRow> {
  const rows = await sql<OrganizationRow[]>`
    select * from organizations where ${isOrganization(sql, organization)}`;
  const [row] = services.macs.genuine('organizations', rows, keyColumns(organization));
  if (!row) throw new ApiError('ORGANIZATION_NOT_FOUND');
  return row;
}
