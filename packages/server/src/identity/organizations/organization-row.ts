import type { Authenticated } from '../../core/authority/row-macs.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { isOrganization, keyColumns } from '../../core/model/of-organization.ts';
import type { RowsContext } from '../../core/ports/rows-context.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import { organizationsTable } from './organizations-table.ts';

export type OrganizationRow = Authenticated<RowOf<typeof organizationsTable>>;

/** Reads the current row of the organization. */
export async function requireOrganization({ sql, organization, services }: RowsContext): Promise<OrganizationRow> {
  const rows = await sql<OrganizationRow[]>`
    select * from organizations where ${isOrganization(sql, organization)}`;
  const [row] = services.macs.genuine(organizationsTable, rows, keyColumns(organization));
  if (!row) throw new ApiError('ORGANIZATION_NOT_FOUND');
  return row;
}
