import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { authorityColumns } from './authority-columns.ts';
import type { AuthorityTable } from './authority-tables.ts';

const inSnakeCase = (column: string) => column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

test('behavior: every column of every table has a purpose', async () => {
  await using test = await createTestDatabase();
  const rows = await test.database.query(
    (sql) => sql<{ table: AuthorityTable; column: string }[]>`
      select table_name as table, column_name as column from information_schema.columns
      where table_name in (select table_name from information_schema.columns where column_name = 'mac')`,
  );
  const stored = Map.groupBy(rows, ({ table }) => table);
  expect([...stored.keys()].toSorted()).toEqual(Object.keys(authorityColumns).toSorted());
  for (const [table, columns] of stored) {
    const { key, decides, describes, counts } = authorityColumns[table];
    const known = ['mac', ...[...key, ...decides, ...describes, ...counts].map(inSnakeCase)];
    expect(columns.map(({ column }) => column).toSorted()).toEqual(known.toSorted());
  }
});
