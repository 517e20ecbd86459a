import { createHash } from 'node:crypto';
import type { Database } from '../src/store/database.ts';

/** What is in the tables, for comparison. */
export interface TableState {
  /** A digest of each table, without what a denial may leave behind. */
  readonly digests: Readonly<Record<string, string>>;
  readonly activities: number;
  /** Activities that are kept because they were denied. */
  readonly denials: number;
  readonly auditEntries: number;
}

/** Reads every table there is. */
export function readTables(database: Database): Promise<TableState> {
  return database.transaction(
    async (sql) => {
      const tables = await sql<{ name: string }[]>`
        select table_name as name from information_schema.tables
        where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`;
      const digests: Record<string, string> = {};
      for (const { name } of tables) {
        if (growing.includes(name)) continue;
        const isKept = name === 'activities' ? sql`denied_user_id is null` : sql`true`;
        const rows = await sql<{ row: string }[]>`
          select ${sql(name)}::text as row from ${sql(name)} where ${isKept} order by 1`;
        digests[name] = createHash('sha256')
          .update(rows.map(({ row }) => row).join('\n'))
          .digest('hex');
      }
      const [counts] = await sql<{ activities: number; denials: number; auditEntries: number }[]>`
        select
          (select count(*)::int from activities) as activities,
          (select count(*)::int from activities where denied_user_id is not null) as denials,
          (select count(*)::int from audit_entries) as audit_entries`;
      if (!counts) throw new Error('no counts');
      return { digests, ...counts };
    },
    { isolation: 'repeatable read' },
  );
}

/** What each denial adds to; these are counted. */
const growing = ['audit_entries', 'audit_heads'];
