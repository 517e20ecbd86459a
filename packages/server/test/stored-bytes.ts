import { countedTables } from '../src/activities/tables.ts';
import { bytesOf } from '../src/core/tables/bytes-of.ts';
import type { Database } from '../src/storage/store/database.ts';

/** What is counted for an organization; null while its earlier rows are not counted. */
export async function countedBytes(database: Database, organizationId: string): Promise<number | null> {
  const [head] = await database.query(
    (sql) => sql<{ bytes: bigint | null }[]>`
      select bytes + earlier_bytes as bytes from audit_heads where organization_id = ${organizationId}`,
  );
  return head?.bytes == null ? null : Number(head.bytes);
}

/** The bytes of all rows of an organization, read from the tables. */
export async function bytesInTables(database: Database, organizationId: string): Promise<number> {
  let bytes = 0;
  for (const table of countedTables) {
    const rows = await database.query(
      (sql) => sql`select * from ${sql(table.name)} where organization_id = ${organizationId}`,
    );
    for (const row of rows) bytes += bytesOf(table, row);
  }
  return bytes;
}
