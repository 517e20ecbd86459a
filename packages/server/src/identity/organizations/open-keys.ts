import { type ForgedRow, RowMacs } from '../../core/authority/row-macs.ts';
import { type MasterKeyOptions, openMasterKeys } from '../../custody/secrets/open-master-keys.ts';
import { Vault } from '../../custody/secrets/vault.ts';
import type { Database } from '../../storage/store/database.ts';
import { hasOrganizations } from './across-organizations.ts';

/**
 * Opens the keys of a database for a command. Returns undefined if the first start has not created an organization yet: a
 * command creates no keys.
 */
export async function openKeys(
  database: Database,
  options: MasterKeyOptions,
  onForged?: (row: ForgedRow) => void,
): Promise<{ readonly vault: Vault; readonly macs: RowMacs } | undefined> {
  if (!(await database.query(hasOrganizations))) return undefined;
  const vault = new Vault(await openMasterKeys(database, options));
  return database.query(async (sql) => {
    const [instance] = await sql<[{ id: string }]>`select id from instance`;
    return { vault, macs: new RowMacs(await vault.openMacKey(sql, instance.id), onForged) };
  });
}
