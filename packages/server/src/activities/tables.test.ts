import { expect, test } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { inSnakeCase } from '../core/tables/define-table.ts';
import { authenticatedTables, countedTables, placements, tables } from './tables.ts';

interface SchemaColumn {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

test('default: the declarations are what the migrations have made', async () => {
  await using test = await createTestDatabase();
  const [columns, keys] = await test.database.query(async (sql) => [
    await sql<SchemaColumn[]>`
      select relname as table, attname as name, replace(format_type(atttypid, null), 'timestamp with time zone', 'timestamptz') as type,
        not attnotnull as is_nullable
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`,
    await sql<{ table: string; columns: string[] }[]>`
      select relname as table, array(
          select attname::text from unnest(indkey) with ordinality as part (number, place)
            join pg_attribute on attrelid = indrelid and attnum = number
          order by place
        ) as columns
      from pg_index join pg_class on pg_class.oid = indrelid
      where indisprimary and relnamespace = 'public'::regnamespace`,
  ]);
  const byName = (one: { readonly name: string }, other: { readonly name: string }) => (one.name < other.name ? -1 : 1);
  const hasMac = new Set(authenticatedTables.map(({ name }) => name));
  const mac = { name: 'mac', type: 'text', isNullable: false };
  const declared = tables.map(({ name, key, columns }) => ({
    name,
    key: key.map(inSnakeCase),
    columns: [
      ...Object.entries(columns).map(([column, { type, isNullable }]) => ({
        name: inSnakeCase(column),
        type,
        isNullable,
      })),
      ...(hasMac.has(name) ? [mac] : []),
    ].toSorted(byName),
  }));
  const migrated = [...Map.groupBy(columns, ({ table }) => table)].map(([name, ofTable]) => ({
    name,
    key: keys.find(({ table }) => table === name)?.columns,
    columns: ofTable.map(({ table: _, ...column }) => column).toSorted(byName),
  }));
  const hint =
    'declare what the migrations make, in the file of the table, and list each migration in migrations/index.ts';
  expect(declared.toSorted(byName), hint).toEqual(migrated.toSorted(byName));
});

test('behavior: the keys of a distributed table begin with its shard', async () => {
  await using test = await createTestDatabase();
  const shards = new Map(
    tables.filter(({ shard }) => shard !== 'everywhere').map(({ name, shard }) => [name, inSnakeCase(shard)]),
  );
  const keys = await test.database.query(
    (sql) => sql<{ table: string; key: string; first: string }[]>`
      select indrelid::regclass::text as table, indexrelid::regclass::text as key, attname as first
      from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where indisunique and indrelid::regclass::text = any(${[...shards.keys()]}::text[])`,
  );
  expect(keys.length).toBeGreaterThan(shards.size);
  expect(keys.filter(({ table, first }) => first !== shards.get(table))).toEqual([]);
});

test('behavior: a foreign key of a distributed table stays on one machine, or refers to a table that is on all of them', async () => {
  await using test = await createTestDatabase();
  const keys = await test.database.query(
    (sql) => sql<{ table: string; of: string; columns: string[]; ofColumns: string[] }[]>`
      select conrelid::regclass::text as table, confrelid::regclass::text as of,
        array(select attname::text from unnest(conkey) with ordinality as part (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number order by place) as columns,
        array(select attname::text from unnest(confkey) with ordinality as part (number, place)
          join pg_attribute on attrelid = confrelid and attnum = number order by place) as of_columns
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  expect(keys.length).toBeGreaterThan(20);
  const crossing = keys.filter(({ table, of, columns, ofColumns }) => {
    const [from, to] = [placements.get(table), placements.get(of)];
    if (to === 'everywhere') return false;
    if (from === undefined || to === undefined || from === 'everywhere' || from.beside !== to.beside) return true;
    return !columns.some((column, index) => column === from.column && ofColumns[index] === to.column);
  });
  expect(crossing, 'the columns that divide both tables must be a part of the key').toEqual([]);
});

test('behavior: a table with several indexes of the organization is planned for large organizations', async () => {
  await using test = await createTestDatabase();
  const planned = await test.database.query(
    (sql) => sql<{ table: string; isPlanned: boolean | null }[]>`
      select indrelid::regclass::text as table, 'n_distinct=-0.01' = any(attoptions) as is_planned
      from pg_index
        join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
        join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where attname = 'organization_id'
      group by 1, 2
      having count(*) > 1`,
  );
  expect(planned.length).toBeGreaterThan(10);
  expect(
    planned.filter(({ isPlanned }) => !isPlanned),
    'add to the migration: alter table … alter column organization_id set (n_distinct = -0.01)',
  ).toEqual([]);
});

test('behavior: what counts towards the storage of an organization is text or bytes of a table that it owns', () => {
  for (const { shard, columns, storage } of countedTables) {
    expect(shard).toBe('organizationId');
    for (const column of storage as readonly string[])
      expect(columns[column]?.type).toMatch(/^(?:text|text\[\]|bytea)$/);
  }
});

test('behavior: a column that was added later may be null, and is covered by the MAC', () => {
  const later = authenticatedTables.filter(({ addedLater }) => addedLater !== undefined);
  expect(later.map(({ name }) => name)).toEqual(['organizations', 'users']);
  for (const { addedLater = '', columns, covered } of later) {
    expect(columns[addedLater]?.isNullable).toBe(true);
    expect(covered).toContain(addedLater);
  }
});
