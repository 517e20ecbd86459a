import type { Database, Sql } from '../store/database.ts';
import { type MasterKeys, unknownMasterKey, type WrappedKey } from './master-keys.ts';
import { dataKeyContext } from './vault.ts';

/** How many data keys each master key wraps. */
export interface MasterKeyUse {
  readonly masterKeyId: string;
  readonly count: number;
}

export async function readMasterKeyUse(sql: Sql): Promise<readonly MasterKeyUse[]> {
  return sql<MasterKeyUse[]>`
    select master_key_id, count(*)::integer as count from data_keys group by master_key_id order by master_key_id`;
}

/** Refuses a database whose data keys are wrapped by a master key that is not there. */
export async function requireMasterKeys(sql: Sql, masterKeys: MasterKeys): Promise<void> {
  const use = await readMasterKeyUse(sql);
  if (use.length === 0) return;
  const known = await masterKeys.ids();
  for (const { masterKeyId } of use) if (!known.includes(masterKeyId)) throw unknownMasterKey(masterKeyId);
}

/**
 * Wraps every data key with the current master key, and returns how many had another one.
 *
 * The service may run meanwhile: it knows both master keys, and no data key is made during this.
 */
export function rewrapDataKeys(database: Database, masterKeys: MasterKeys): Promise<number> {
  return database.transaction(
    async (sql) => {
      await sql`select from instance for update`;
      const [current = ''] = await masterKeys.ids();
      const rows = await sql<({ tenantId: string } & WrappedKey)[]>`
        select tenant_id, master_key_id, wrapped from data_keys where master_key_id <> ${current}`;
      for (const { tenantId, ...old } of rows) {
        const key = await masterKeys.unwrap(old, dataKeyContext(tenantId));
        const { masterKeyId, wrapped } = await masterKeys.wrap(key, dataKeyContext(tenantId));
        key.fill(0);
        await sql`
          update data_keys set master_key_id = ${masterKeyId}, wrapped = ${wrapped} where tenant_id = ${tenantId}`;
      }
      return rows.length;
    },
    { timeoutMs: 10 * 60 * 1000 },
  );
}
