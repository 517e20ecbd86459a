import { RowMacs } from '../authority/row-macs.ts';
import { hasOrganizations } from '../organizations/across-organizations.ts';
import { type MasterKeyOptions, openMasterKeys } from '../secrets/open-master-keys.ts';
import { Vault } from '../secrets/vault.ts';
import type { Database } from '../store/database.ts';
import { AuditError } from './audit-error.ts';
import type { Audited } from './verify-audit.ts';

/** Opens the keys that are needed to verify the audit of a database. */
export async function openAudited(database: Database, options: MasterKeyOptions): Promise<Audited> {
  if (!(await database.query(hasOrganizations)))
    throw new AuditError(
      'there is no organization in this database, so there is nothing to verify: is it the right database?',
    );
  const vault = new Vault(await openMasterKeys(database, options));
  return database.query(async (sql) => {
    const [instance] = await sql<[{ id: string }]>`select id from instance`;
    return { database, vault, macs: new RowMacs(await vault.openMacKey(sql, instance.id)) };
  });
}
