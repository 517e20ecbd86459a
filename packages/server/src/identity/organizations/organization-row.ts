import type { AuthorityRows } from '../../core/authority/authority-tables.ts';
import type { Authenticated } from '../../core/authority/row-macs.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { isOrganization, keyColumns } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';

export type OrganizationRow = Authenticated<AuthorityRows['organizations']>;

/** Reads the current row of the organization. */
export async function requireOrganization({ sql, organization, services }: RowsContext): Promise<OrganizationRow> {
  const rows = await sql<OrganizationRow[]>`
    select * from organizations where ${isOrganization(sql, organization)}`;
  const [row] = services.macs.genuine('organizations', rows, keyColumns(organization));
  if (!row) throw new ApiError('ORGANIZATION_NOT_FOUND');
  return row;
}
