import type { Pool, PoolClient } from 'pg';

/** The organization that gets a history, and the activity that it consists of copies of. */
interface Place {
  readonly organizationId: string;
  /** A real activity of this organization, for its sizes. It must have one vote and one audit entry. */
  readonly activityId: string;
}

const tables = ['activities', 'votes', 'audit_entries'];
const batch = 100_000;
/** How far apart the activities are: ten a second. */
const stepMs = 100;

/**
 * Writes `count` older activities with their votes and audit entries, by SQL. Each is a copy of a real one with its own id,
 * fingerprint and time, so that rows and indexes have realistic sizes.
 *
 * The service would refuse these rows, because their MACs are those of the original. So a measured request must not read them.
 * The audit entries have numbers below 1, where the service's own chain begins: the chain and its head stay as they are, and the
 * service appends to the same end of the same index as after a real history. `audit verify` would refuse such a database.
 */
export async function writeHistory(
  pool: Pool,
  place: Place,
  count: number,
  report: (step: string) => void,
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set maintenance_work_mem = '512MB'");
    await copyOriginals(client, place);
    for (const table of tables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
    const addKeys = await dropKeys(client);
    for (let first = 1; first <= count; first += batch) {
      const last = Math.min(first + batch - 1, count);
      await writeBatch(client, { first, last, count });
      if (last % 500_000 === 0 || last === count) report(`wrote ${last.toLocaleString('en-US')}`);
    }
    await addKeys();
    report('created the indexes');
    for (const table of tables) await client.query(`alter table ${table} reset (autovacuum_enabled)`);
    await client.query(`vacuum (analyze) ${tables.join(', ')}`);
  } finally {
    client.release();
  }
}

/** Drops keys and indexes, and returns a function that creates them again: this is faster than updating them row by row. */
async function dropKeys(client: PoolClient): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query(
    `select conrelid::regclass as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1::regclass[]) and contype in ('p', 'u', 'f')
     order by array_position('{p,u,f}', contype::text)`,
    [tables],
  );
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and conrelid = indrelid)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  for (const { table, name } of keys.toReversed()) await client.query(`alter table ${table} drop constraint ${name}`);
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const { definition } of indexes) await client.query(definition);
  };
}

/** Copies the rows of the original to temporary tables: without keys, finding them would take longer with each batch. */
async function copyOriginals(client: PoolClient, { organizationId, activityId }: Place): Promise<void> {
  const originals = {
    activities: 'id::text = $2',
    votes: 'activity_id::text = $2',
    audit_entries: `strpos(content, $2) > 0`,
  };
  for (const [table, condition] of Object.entries(originals)) {
    await client.query(`create temporary table original_${table} (like ${table})`);
    const copied = await client.query(
      `insert into original_${table} select * from ${table} where organization_id = $1 and ${condition}`,
      [organizationId, activityId],
    );
    if (copied.rowCount !== 1) throw new Error(`the original has ${copied.rowCount} rows in ${table}`);
  }
}

interface Batch {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

async function writeBatch(client: PoolClient, { first, last, count }: Batch): Promise<void> {
  // Oldest first, and all of them an hour before the original. The id begins with the time, as every UUID of version 7.
  const each = `
    numbered as (
      select number, created_at - interval '1 hour' - ($3::int - number) * interval '${stepMs} ms' as at
      from original_activities, generate_series($1::int, $2::int) number
    ),
    each as (
      select number, at, sha256(number::text::bytea) as digest,
        (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(number), 15, '0'))::uuid as new_id
      from numbered
    )`;
  const values = [first, last, count];
  await client.query(
    `with ${each}
     insert into activities (organization_id, id, type, status, fingerprint, body, result, failure, denied_user_id,
       approvals_since, created_at, updated_at, mac)
     select organization_id, new_id, type, status, digest, body, result, failure, denied_user_id, at, at, at, mac
     from each, original_activities`,
    values,
  );
  await client.query(
    `with ${each}
     insert into votes (organization_id, activity_id, id, user_id, credential_id, selection, message, public_key, signature,
       scheme, voter, created_at)
     select organization_id, new_id, gen_random_uuid(), user_id, credential_id, selection, message, public_key, signature,
       scheme, voter, at
     from each, original_votes`,
    values,
  );
  await client.query(
    `insert into audit_entries (organization_id, sequence, content, hash)
     select organization_id, number - $3::bigint, content, sha256(number::text::bytea)
     from original_audit_entries, generate_series($1::int, $2::int) number`,
    values,
  );
}
