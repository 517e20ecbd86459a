import type { Database } from '../src/storage/store/database.ts';

/** A snapshot of the tables, for comparison. */
export interface TableState {
  /** For each table the number of rows and a digest of their versions, without the rows that a denial may leave behind. */
  readonly tables: readonly { readonly name: string; readonly rows: bigint; readonly digest: string | null }[];
  readonly activities: bigint;
  /** Activities that are kept because they were denied. */
  readonly denials: bigint;
  readonly auditEntries: bigint;
}

/** The tables that each denial adds rows to. These rows are counted. */
const growing = ['audit_entries', 'audit_heads'];

/** The state that was last read of each database, and the first transaction that had not begun then. */
const lastRead = new WeakMap<Database, { readonly state: TableState; readonly next: string }>();

/** Reads every row. PostgreSQL writes a changed row to another place, with the id of another transaction. */
export function readTables(database: Database): Promise<TableState> {
  return database.transaction(
    async (sql) => {
      const [{ oldest, next }] = await sql<[{ oldest: string; next: string }]>`
        select pg_snapshot_xmin(snapshot)::text as oldest, pg_snapshot_xmax(snapshot)::text as next
        from pg_current_snapshot() as snapshot`;
      const last = lastRead.get(database);
      // Whatever writes has a transaction id.
      if (last?.next === next) return last.state;
      const names = await sql<{ name: string }[]>`
        select tablename as name from pg_tables
        where schemaname = current_schema() and tablename <> all(${growing}::text[]) order by 1`;
      const tables = await Promise.all(
        names.map(async ({ name }) => {
          const isKept = { activities: sql`denied_user_id is null`, policy_evaluations: sql`vote_id is not null` }[
            name
          ];
          const [table] = await sql<{ rows: bigint; digest: string | null }[]>`
            select count(*) as rows, sum(hashtidextended(ctid, xmin::text::bigint))::text as digest
            from ${sql(name)} where ${isKept ?? sql`true`}`;
          return { name, rows: table?.rows ?? 0n, digest: table?.digest ?? null };
        }),
      );
      const [counts] = await sql<Omit<TableState, 'tables'>[]>`
        select
          (select count(*) from activities) as activities,
          (select count(*) from activities where denied_user_id is not null) as denials,
          (select count(*) from audit_entries) as audit_entries`;
      if (!counts) throw new Error('no counts');
      const state = { tables, ...counts };
      // A transaction that has not ended yet may still change what was read.
      if (oldest === next) lastRead.set(database, { state, next });
      return state;
    },
    { isolation: 'repeatable read' },
  );
}

export async function countActivities(database: Database): Promise<bigint> {
  const [row] = await database.query((sql) => sql<{ count: bigint }[]>`select count(*) from activities`);
  if (!row) throw new Error('no count');
  return row.count;
}
