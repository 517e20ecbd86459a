import type { MasterKeyOptions } from '../../custody/secrets/open-master-keys.ts';
import { openKeys } from '../../identity/organizations/open-keys.ts';
import type { Database } from '../../storage/store/database.ts';
import { AuditError } from './audit-error.ts';
import type { Audited } from './verify-audit.ts';

/** Opens the keys that are needed to verify the audit of a database. */
export async function openAudited(database: Database, options: MasterKeyOptions): Promise<Audited> {
  const keys = await openKeys(database, options);
  if (!keys)
    throw new AuditError(
      'there is no organization in this database, so there is nothing to verify: is it the right database?',
    );
  return { database, ...keys };
}
