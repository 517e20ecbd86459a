import { tables as allTables } from '../src/activities/tables.ts';
import type { Database } from '../src/storage/store/database.ts';

const tables = allTables.map(({ name }) => name).filter((name) => !['instance', 'migration'].includes(name));

/** Copies all rows, and returns a function that restores them. */
export async function keepTables(database: Database): Promise<() => Promise<void>> {
  await database.transaction(async (sql) => {
    await sql`create schema kept`;
    for (const table of tables) await sql`create table kept.${sql(table)} as table ${sql(table)}`;
  });
  return () =>
    database.transaction(async (sql) => {
      for (const table of tables.toReversed()) await sql`delete from ${sql(table)}`;
      for (const table of tables) await sql`insert into ${sql(table)} table kept.${sql(table)}`;
    });
}
