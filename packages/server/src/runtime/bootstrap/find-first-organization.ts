import type { RowMacs } from '../../core/authority/row-macs.ts';
import { SecretsError } from '../../custody/secrets/secrets-error.ts';
import { topOrganizations } from '../../identity/organizations/across-organizations.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import type { Sql } from '../../storage/store/database.ts';

/** The organization that the first start created. Skips rows that somebody else wrote. */
export async function findFirstOrganization(sql: Sql, macs: RowMacs): Promise<OrganizationRow> {
  for (let last: string | undefined; ; ) {
    const [next] = await topOrganizations(sql, { max: 1, after: last });
    if (!next) throw new SecretsError('AUTHORITY_MISSING');
    if (macs.isGenuine(organizationsTable, next)) return next;
    last = next.id;
  }
}
