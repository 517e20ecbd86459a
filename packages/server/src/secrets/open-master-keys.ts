import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../store/database.ts';
import { createMasterKeyFile, readMasterKeyFile } from './master-key-file.ts';
import { createMasterKeys, type MasterKeys, masterKeyLength } from './master-keys.ts';
import { readMasterKeyUse, requireMasterKeys } from './rotate-master-key.ts';
import { SecretsError } from './secrets-error.ts';

export interface MasterKeyOptions {
  /** `embedded`, `ephemeral`, or the address of a PostgreSQL. */
  readonly database: string;
  readonly dataDirectory: string;
  /** Where the operator keeps the master key; without, it is `master.key` in the data directory. */
  readonly masterKeyFile?: string | undefined;
  /** Is told when a key was made. */
  readonly report?: (message: string) => void;
}

export function masterKeyPath({
  dataDirectory,
  masterKeyFile,
}: Pick<MasterKeyOptions, 'dataDirectory' | 'masterKeyFile'>): string {
  return masterKeyFile ?? join(dataDirectory, 'master.key');
}

/**
 * Opens the master keys of a database, and refuses a database that they do not fit.
 *
 * A key is made only for an embedded database that holds nothing sealed. A database that several processes may share needs a
 * key that they share too, which is for the operator to bring.
 */
export async function openMasterKeys(store: Database, options: MasterKeyOptions): Promise<MasterKeys> {
  const path = masterKeyPath(options);
  if (options.database === 'ephemeral' && options.masterKeyFile === undefined) {
    const key = randomBytes(masterKeyLength);
    return createMasterKeys(async () => [key]);
  }
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const [use] = await store.query(readMasterKeyUse);
    if (use) {
      throw new SecretsError(
        'MASTER_KEY_MISSING',
        `there is no master key at ${path}, and the database was sealed with one (${use.masterKeyId}): bring that file back`,
      );
    }
    if (options.database !== 'embedded' || options.masterKeyFile !== undefined) {
      throw new SecretsError(
        'MASTER_KEY_MISSING',
        `there is no master key at ${path}: make one with "mintmark master-key create", and give the same file to every ` +
          'process of this database',
      );
    }
    await createMasterKeyFile(path);
    options.report?.(`made a master key, ${path}: keep a copy of it elsewhere, nothing opens without it`);
  }
  const masterKeys = createMasterKeys(() => readMasterKeyFile(path));
  await masterKeys.ids();
  await store.query((sql) => requireMasterKeys(sql, masterKeys));
  return masterKeys;
}
