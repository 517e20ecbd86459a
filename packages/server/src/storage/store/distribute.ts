import type { Database, Sql } from './database.ts';
import { StoreError } from './store-error.ts';

/** How a table is kept: divided by a column, with rows of another table that have the same value, or copied to every machine. */
type Placement = { readonly column: string; readonly beside: string } | 'everywhere';

/** How each table is kept. Tables that refer to others come after those: the extension accepts foreign keys only in this order. */
export type Placements = ReadonlyMap<string, Placement>;

export interface DistributedTable {
  readonly name: string;
  readonly placement: Placement;
  /** Whether it was distributed just now. */
  readonly isNew: boolean;
}

/** Moving the rows of a large database takes a while. */
const timeoutMs = 24 * 60 * 60 * 1000;

/**
 * Distributes the tables that are not distributed yet: all of them, or none if it fails. Requests that change something wait
 * meanwhile.
 */
export async function distribute(database: Database, placements: Placements): Promise<DistributedTable[]> {
  const tables = await database.transaction(
    async (sql) => {
      // Only one process distributes at a time.
      await sql`select from instance for update`;
      if (!(await hasExtension(sql)))
        throw new StoreError(
          'NOT_DISTRIBUTABLE',
          'this PostgreSQL does not have the Citus extension: install it on every machine, and run "create extension citus" in this database',
        );
      return distributeTables(sql, placements);
    },
    { timeoutMs },
  );
  await database.query(setOnAllMachines, { timeoutMs });
  return tables;
}

/** The connections between machines do not get what a session sets, so the role has the settings of the service's own sessions. */
async function setOnAllMachines(sql: Sql): Promise<void> {
  for (const setting of ['enable_seqscan', 'jit']) {
    const results = await sql<{ success: boolean; result: string }[]>`
      select success, result from run_command_on_all_nodes(
        format('alter role %I in database %I set %I = off', current_user, current_database(), ${setting}::text),
        parallel => false
      )`;
    const failed = results.find(({ success }) => !success);
    if (failed)
      throw new StoreError('NOT_DISTRIBUTABLE', `${setting} could not be set on every machine: ${failed.result}`);
  }
}

/** How many tables are distributed now, and how many there are. */
export function countDistributed(
  database: Database,
  placements: Placements,
): Promise<{ readonly count: number; readonly all: number }> {
  return database.query(async (sql) => {
    const known = (await hasExtension(sql)) ? await readPlacements(sql) : new Map();
    return { count: [...placements.keys()].filter((name) => known.has(name)).length, all: placements.size };
  });
}

/** Distributes the tables that a migration has just created, if the other tables are distributed. */
export async function keepDistributed(sql: Sql, placements: Placements): Promise<void> {
  if (await areDistributed(sql)) await distributeTables(sql, placements);
}

/** Whether the database can be distributed over several machines. */
export async function hasExtension(sql: Sql): Promise<boolean> {
  return (await sql`select from pg_extension where extname = 'citus'`).length > 0;
}

/** Whether the tables of this database are distributed over several machines. */
export async function areDistributed(sql: Sql): Promise<boolean> {
  return (await hasExtension(sql)) && (await readPlacements(sql)).has('organizations');
}

async function distributeTables(sql: Sql, placements: Placements): Promise<DistributedTable[]> {
  const before = await readPlacements(sql);
  const tables: DistributedTable[] = [];
  for (const [name, placement] of placements) {
    const known = before.get(name);
    // Earlier versions kept some tables on every machine that are divided now, and the other way round.
    const isMoved = known !== undefined && (known === everywhere) !== (placement === 'everywhere');
    if (known !== undefined && !isMoved && known !== placementInWords(placement))
      throw new StoreError(
        'NOT_DISTRIBUTABLE',
        `the table ${name} is already distributed ${known}, but must be distributed ${placementInWords(placement)}`,
      );
    const [{ exists }] = await sql<[{ exists: boolean }]>`select to_regclass(${name}) is not null as exists`;
    if (!exists) continue;
    if (isMoved) await sql`select undistribute_table(${name})`;
    const isNew = known === undefined || isMoved;
    if (isNew) await distributeTable(sql, name, placement);
    tables.push({ name, placement, isNew });
  }
  return tables;
}

async function distributeTable(sql: Sql, name: string, placement: Placement): Promise<void> {
  if (placement === 'everywhere') await sql`select create_reference_table(${name})`;
  else {
    const { column, beside } = placement;
    await sql`select create_distributed_table(${name}, ${column}, colocate_with => ${name === beside ? 'none' : beside})`;
  }
}

/** How each table is distributed now, in words. */
async function readPlacements(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ name: string; column: string | null }[]>`
    select logicalrelid::regclass::text as name,
      case when partmethod = 'n' then null else column_to_column_name(logicalrelid, partkey) end as column
    from pg_dist_partition`;
  return new Map(rows.map(({ name, column }) => [name, column === null ? everywhere : by(column)]));
}

const everywhere = 'to every machine';
const by = (column: string) => `by ${column}`;

export const placementInWords = (placement: Placement): string =>
  placement === 'everywhere' ? everywhere : by(placement.column);
