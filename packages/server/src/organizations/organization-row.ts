import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';
import { ApiError } from '../contract/api-error.ts';
import type { ReadContext } from '../contract/implement.ts';

export type OrganizationRow = Authenticated<AuthorityRows['organizations']>;

/** Reads the row of the organization as it is now. */
export async function requireOrganization({ sql, organization, macs }: ReadContext): Promise<OrganizationRow> {
  const rows = await sql<OrganizationRow[]>`
    select * from organizations where tenant_id = ${organization.tenantId} and id = ${organization.id}`;
  const { tenantId, id } = organization;
  const [row] = macs.genuine('organizations', rows, { tenantId, id });
  if (!row) throw new ApiError('ORGANIZATION_NOT_FOUND');
  return row;
}
