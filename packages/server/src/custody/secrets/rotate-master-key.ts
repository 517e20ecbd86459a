import type { Database, Sql } from '../../storage/store/database.ts';
import { type MasterKeys, unknownMasterKey, type WrappedKey } from './master-keys.ts';
import { SecretsError } from './secrets-error.ts';
import { type DataKeyPurpose, dataKeyContext } from './vault.ts';

/** How many data keys each master key wraps. */
export interface MasterKeyUse {
  readonly masterKeyId: string;
  readonly count: number;
}

export async function readMasterKeyUse(sql: Sql): Promise<readonly MasterKeyUse[]> {
  return sql<MasterKeyUse[]>`
    select master_key_id, count(*)::integer as count from data_keys group by master_key_id order by master_key_id`;
}

/** The master keys that wrap a data key but are missing. */
async function readMissingMasterKeys(sql: Sql, masterKeys: MasterKeys): Promise<readonly MasterKeyUse[]> {
  const use = await readMasterKeyUse(sql);
  if (use.length === 0) return [];
  const known = await masterKeys.ids();
  return use.filter(({ masterKeyId }) => !known.includes(masterKeyId));
}

/** Refuses a database whose data keys are wrapped by a master key that is missing. */
export async function requireMasterKeys(sql: Sql, masterKeys: MasterKeys): Promise<void> {
  const [missing] = await readMissingMasterKeys(sql, masterKeys);
  if (missing) throw unknownMasterKey(missing.masterKeyId);
}

interface Rotation {
  /** The ids of the master keys after the rotation, the current one first. */
  readonly ids: readonly string[];
  /** How many data keys were rewrapped. */
  readonly count: number;
}

/**
 * Adds a master key and wraps every data key with it. If the file already has an unused new key, from an interrupted rotation
 * or from the operator, that key is used.
 *
 * The service may keep running: it knows both master keys, and no data key is created meanwhile. Rotations of a database wait
 * for each other, and each starts from the result of the previous one.
 */
export function rotateMasterKey(
  database: Database,
  masterKeys: MasterKeys,
  addKey: () => Promise<void>,
): Promise<Rotation> {
  return database.transaction(
    async (sql) => {
      // Another rotation may take longer than the usual limit of a statement.
      await sql`set local statement_timeout = 0`;
      await sql`select from instance for update`;
      const [newest] = await masterKeys.ids();
      const use = await readMasterKeyUse(sql);
      if (use.every(({ masterKeyId }) => masterKeyId === newest)) await addKey();
      const ids = await masterKeys.ids();
      const rows = await sql<({ tenantId: string; purpose: DataKeyPurpose } & WrappedKey)[]>`
        select tenant_id, purpose, master_key_id, wrapped from data_keys where master_key_id <> ${ids[0] ?? ''}`;
      for (const { tenantId, purpose, ...old } of rows) {
        const context = dataKeyContext(tenantId, purpose);
        const key = await masterKeys.unwrap(old, context);
        const { masterKeyId, wrapped } = await masterKeys.wrap(key, context);
        key.fill(0);
        await sql`
          update data_keys set master_key_id = ${masterKeyId}, wrapped = ${wrapped}
          where tenant_id = ${tenantId} and purpose = ${purpose}`;
      }
      // After the commit it would be too late: without the key nothing can be decrypted.
      const [lost] = await readMissingMasterKeys(sql, masterKeys);
      if (lost) {
        const message = `the master key ${lost.masterKeyId} was removed during the rotation, which was rolled back`;
        throw new SecretsError('MASTER_KEY_MISSING', message);
      }
      return { ids, count: rows.length };
    },
    { timeoutMs: 10 * 60 * 1000 },
  );
}
