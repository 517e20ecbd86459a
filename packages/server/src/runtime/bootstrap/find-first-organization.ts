import type { RowMacs } from '../../core/authority/row-macs.ts';
import { isOrganization } from '../../core/model/of-organization.ts';
import { SecretsError } from '../../custody/secrets/secrets-error.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import type { Sql } from '../../storage/store/database.ts';

/** The organization that the first start created. Skips rows that somebody else wrote. */
export async function findFirstOrganization(sql: Sql, macs: RowMacs, instanceId: string): Promise<OrganizationRow> {
  for (let last: string | undefined; ; ) {
    const id = await firstTenant(sql, instanceId, last);
    const [row] = await sql<OrganizationRow[]>`select * from organizations where ${isOrganization(sql, { id })}`;
    if (row && row.parentId === null && macs.isGenuine(organizationsTable, row)) return row;
    last = id;
  }
}

/** Each tenant has a data key. A distributed database has those on every machine, and organizations only on one. */
export async function firstTenant(sql: Sql, instanceId: string, after?: string): Promise<string> {
  const [tenant] = await sql<{ tenantId: string }[]>`
    select tenant_id from data_keys
    where purpose = 'seal' and tenant_id <> ${instanceId} ${after === undefined ? sql`` : sql`and tenant_id > ${after}`}
    order by tenant_id limit 1`;
  if (!tenant) throw new SecretsError('AUTHORITY_MISSING');
  return tenant.tenantId;
}
