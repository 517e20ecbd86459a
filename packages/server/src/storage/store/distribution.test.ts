import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { distributedTables, referenceTables } from './distribution.ts';

test('default: every table is distributed or copied', async () => {
  await using test = await createTestDatabase();
  const rows = await test.database.query(
    (sql) => sql<{ name: string }[]>`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const known = [...Object.keys(distributedTables), ...referenceTables].toSorted();
  expect(rows.map(({ name }) => name)).toEqual(known);
});

test('behavior: the keys of a distributed table begin with its organization', async () => {
  await using test = await createTestDatabase();
  const keys = await test.database.query(
    (sql) => sql<{ table: string; key: string; first: string }[]>`
      select indrelid::regclass::text as table, indexrelid::regclass::text as key, attname as first
      from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where indisunique and indrelid::regclass::text = any(${Object.keys(distributedTables)}::text[])`,
  );
  expect(keys.length).toBeGreaterThan(Object.keys(distributedTables).length);
  expect(keys.filter(({ table, first }) => first !== distributedTables[table])).toEqual([]);
});

test('behavior: a table with several indexes of the organization is planned for large organizations', async () => {
  await using test = await createTestDatabase();
  const tables = await test.database.query(
    (sql) => sql<{ table: string; options: string | null }[]>`
      select indrelid::regclass::text as table, attoptions[1] as options
      from pg_index
        join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
        join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where attname = 'organization_id'
      group by 1, 2
      having count(*) > 1`,
  );
  expect(tables.length).toBeGreaterThan(10);
  expect(tables.filter(({ options }) => options !== 'n_distinct=-0.01')).toEqual([]);
});
