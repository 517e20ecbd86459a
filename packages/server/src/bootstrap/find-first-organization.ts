import type { RowMacs } from '../authority/row-macs.ts';
import { topOrganizations } from '../organizations/across-organizations.ts';
import type { OrganizationRow } from '../organizations/organization-row.ts';
import { SecretsError } from '../secrets/secrets-error.ts';
import type { Sql } from '../store/database.ts';

/** The organization that the first start created. Skips rows that somebody else wrote. */
export async function findFirstOrganization(sql: Sql, macs: RowMacs): Promise<OrganizationRow> {
  for (let last: string | undefined; ; ) {
    const [next] = await topOrganizations(sql, { most: 1, after: last });
    if (!next) throw new SecretsError('AUTHORITY_MISSING');
    if (macs.isGenuine('organizations', next)) return next;
    last = next.id;
  }
}
