import { randomBytes } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../storage/store/database.ts';
import { patience } from '../../storage/store/patience.ts';
import { createMasterKeyFile, readMasterKeyFile } from './master-key-file.ts';
import { createMasterKeys, type MasterKeys, masterKeyLength } from './master-keys.ts';
import { readMasterKeyUse, requireMasterKeys } from './rotate-master-key.ts';
import { SecretsError } from './secrets-error.ts';

export interface MasterKeyOptions {
  /** `embedded`, `ephemeral`, or the address of a PostgreSQL. */
  readonly database: string;
  readonly dataDirectory: string;
  /** Where the operator keeps the master key; without it, `master.key` in the data directory. */
  readonly masterKeyFile?: string | undefined;
  /** Called when a key was created. */
  readonly report?: (message: string) => void;
}

export function masterKeyPath({
  dataDirectory,
  masterKeyFile,
}: Pick<MasterKeyOptions, 'dataDirectory' | 'masterKeyFile'>): string {
  return masterKeyFile ?? join(dataDirectory, 'master.key');
}

/**
 * Opens the master keys of a database, and fails if the database was sealed with another key.
 *
 * A key is created only for an embedded database that holds nothing sealed. For a database that several processes may share,
 * the operator has to provide a key that they share too.
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
    const [use] = await store.transaction(readMasterKeyUse, patience);
    if (use) {
      throw new SecretsError(
        'MASTER_KEY_MISSING',
        `there is no master key at ${path}, but the database was sealed with one (${use.masterKeyId}): restore that file`,
      );
    }
    if (options.database !== 'embedded' || options.masterKeyFile !== undefined) {
      throw new SecretsError(
        'MASTER_KEY_MISSING',
        `there is no master key at ${path}: create one with "mintmark master-key create", and give the same file to every ` +
          'process that uses this database',
      );
    }
    await createMasterKeyFile(path);
    options.report?.(`created a master key in ${path}: keep a copy elsewhere, without it nothing can be decrypted`);
  }
  const masterKeys = createMasterKeys(() => readMasterKeyFile(path));
  await masterKeys.ids();
  await store.transaction((sql) => requireMasterKeys(sql, masterKeys), patience);
  return masterKeys;
}
