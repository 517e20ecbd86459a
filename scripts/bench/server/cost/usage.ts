import { setTimeout } from 'node:timers/promises';
import { cpuTimeOfTree } from '@mintmark/testing/cpu-time';
import type { Pool } from 'pg';

/** What a service has used since its start, by the name of each figure. */
export type Usage = ReadonlyMap<string, number>;

/** The service that is measured. */
export interface Measured {
  readonly servicePid: number;
  readonly postmasterPid: number;
  readonly pool: Pool;
}

const patienceMs = 30_000;

/** Reads the usage before the work that is measured. */
export async function readUsageBefore(measured: Measured): Promise<Usage> {
  const stored = await readStored(measured.pool);
  return new Map([...(await readSpent(measured)), ...stored]);
}

/** Reads the usage after the work. What has been spent is read first, because reading the rest costs CPU and WAL too. */
export async function readUsageAfter(measured: Measured): Promise<Usage> {
  const spent = await readSpent(measured);
  return new Map([...spent, ...(await readStored(measured.pool))]);
}

/** The difference of two readings, for each of `count` requests, without the figures that did not change. */
export function usagePerRequest(before: Usage, after: Usage, count: number): Usage {
  const names = [...after.keys()].filter((name) => after.get(name) !== (before.get(name) ?? 0));
  return new Map(names.map((name) => [name, ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count]));
}

/** How many bytes of WAL PostgreSQL has written so far. */
export async function walPosition(pool: Pool): Promise<number> {
  const { rows } = await pool.query("select pg_current_wal_lsn() - '0/0'::pg_lsn as bytes");
  return Number(rows[0].bytes);
}

async function readSpent({ servicePid, postmasterPid, pool }: Measured): Promise<[string, number][]> {
  return [
    // With its workers, and without PostgreSQL, which it has started.
    ['CPU of the service, ms', await cpuTimeOfTree(servicePid, postmasterPid)],
    ['CPU of PostgreSQL, ms', await cpuTimeOfTree(postmasterPid)],
    ['WAL, bytes', await walPosition(pool)],
  ];
}

async function readStored(pool: Pool): Promise<[string, number][]> {
  await statisticsAreComplete(pool);
  // Without this, bytes of deleted and replaced rows would count as bytes at rest.
  await pool.query('vacuum');
  const { rows: images } = await pool.query('select wal_fpi as count from pg_stat_wal');
  const { rows: syncs } = await pool.query("select sum(fsyncs) as count from pg_stat_io where object = 'wal'");
  const { rows: writers } = await pool.query('select count(distinct xmin::text) as count from activities');
  const { rows: tables } = await pool.query(`
    select relname as name, n_tup_ins as inserted, n_tup_upd as updated, n_tup_del as deleted,
           pg_total_relation_size(relid) as bytes
    from pg_stat_user_tables order by relname`);
  const figures = (title: string, column: string): [string, number][] =>
    tables.map((row) => [`${title} ${row.name}`, Number(row[column])]);
  const bytes = figures('bytes at rest,', 'bytes');
  return [
    ['full-page images in the WAL', Number(images[0].count)],
    ['synchronizations of the WAL', Number(syncs[0].count)],
    ['transactions that wrote activities', Number(writers[0].count)],
    ...figures('rows inserted into', 'inserted'),
    ...figures('rows updated in', 'updated'),
    ...figures('rows deleted from', 'deleted'),
    ...bytes,
    ['bytes at rest, all tables', bytes.reduce((sum, [, some]) => sum + some, 0)],
  ];
}

/** A connection of the service reports its statistics up to ten seconds after its last statement. */
async function statisticsAreComplete(pool: Pool): Promise<void> {
  const start = performance.now();
  for (;;) {
    const { rows } = await pool.query(`
      select (select count(*) from activities) as written,
             (select n_tup_ins from pg_stat_user_tables where relname = 'activities') as reported`);
    if (Number(rows[0].reported) >= Number(rows[0].written)) return;
    if (performance.now() - start > patienceMs) throw new Error('PostgreSQL does not report its statistics');
    await setTimeout(500);
  }
}
