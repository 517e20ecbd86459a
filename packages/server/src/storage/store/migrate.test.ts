import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Program } from '../../../test/program.ts';
import { runStatement } from '../../../test/statement.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

const two = {
  '0001-first': 'create table first (id integer primary key); insert into first values (1);',
  '0002-second': 'alter table first add column name text;',
};

/** A database without any table. */
async function createEmptyDatabase(): Promise<TestDatabase> {
  const test = await createTestDatabase();
  await test.database.query((sql) => sql`drop schema public cascade`);
  await test.database.query((sql) => sql`create schema public`);
  return test;
}

function run({ address }: TestDatabase, list?: MigrateOptions['migrations']): Promise<string[]> {
  return migrate({ address, ephemeral: true, ...(list && { migrations: list }) });
}

async function recorded({ database }: TestDatabase): Promise<unknown[]> {
  return await database.query(async (sql) =>
    (await sql`select name from migration where number > 0 order by number`).map(({ name }) => name),
  );
}

test('default', async () => {
  await using test = await createEmptyDatabase();
  expect(await run(test)).toEqual(Object.keys(migrations));
  expect(await run(test)).toEqual([]);
  const rows = await test.database.query((sql) => sql`select id, created_at from instance`);
  expect(rows).toEqual([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/), createdAt: expect.any(Date) }]);
});

test('behavior: an empty database is migrated in one transaction, with the same result as one by one', async () => {
  await using atOnce = await createEmptyDatabase();
  await using oneByOne = await createEmptyDatabase();
  await run(atOnce);
  const [first = '', ...others] = Object.keys(migrations);
  await run(oneByOne, { [first]: migrations[first] ?? '' });
  expect(await run(oneByOne)).toEqual(others);
  const transactions = ({ database }: TestDatabase) =>
    database.query((sql) => sql`select count(distinct applied_at)::integer as count from migration where number > 0`);
  expect([await transactions(atOnce), await transactions(oneByOne)]).toEqual([
    [{ count: 1 }],
    [{ count: others.length + 1 }],
  ]);
  const schemaOf = ({ database }: TestDatabase) =>
    database.query(async (sql) => [
      await sql`select number, name, checksum from migration order by number`,
      await sql`
        select table_name, column_name, ordinal_position, data_type, is_nullable, column_default
        from information_schema.columns where table_schema = 'public' order by 1, 3`,
      await sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
      await sql`
        select conrelid::regclass::text as of, conname, pg_get_constraintdef(oid) as definition
        from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    ]);
  expect(await schemaOf(atOnce)).toEqual(await schemaOf(oneByOne));
});

test('behavior: there is one instance', async () => {
  await using test = await createTestDatabase();
  await expect(test.database.query((sql) => sql`insert into instance default values`)).rejects.toMatchObject({
    code: 'UNIQUE_VIOLATION',
  });
  await expect(test.database.query((sql) => sql`insert into instance (is_only) values (false)`)).rejects.toMatchObject({
    code: 'CONSTRAINT_VIOLATION',
  });
});

test('behavior: every migration is listed under the name of its file, in order', async () => {
  const files = await readdir(join(import.meta.dirname, 'migrations'));
  const names = files.filter((file) => /^\d/.test(file)).map((file) => file.replace(/\.ts$/, ''));
  expect(Object.keys(migrations), 'list each migration in migrations/index.ts').toEqual(names.toSorted());
  expect(names.toSorted().map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1));
});

test('behavior: the parts of a migration run in order, all of them or none', async () => {
  await using test = await createEmptyDatabase();
  const create = 'create table first (id integer primary key)';
  const refer = 'create table second (id integer references first)';
  await expect(run(test, { '0001-first': [create, refer, 'insert into second values (1)'] })).rejects.toMatchObject({
    code: 'MIGRATION_FAILED',
  });
  expect(await run(test, { '0001-first': [create, refer] })).toEqual(['0001-first']);
  expect(await run(test, { '0001-first': [create, refer] })).toEqual([]);
  await expect(run(test, { '0001-first': [create] })).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' });
});

test('behavior: runs only what is missing', async () => {
  await using test = await createEmptyDatabase();
  expect(await run(test, { '0001-first': two['0001-first'] })).toEqual(['0001-first']);
  expect(await run(test, two)).toEqual(['0002-second']);
  expect(await recorded(test)).toEqual(['0001-first', '0002-second']);
});

test('behavior: a failed migration leaves nothing, and those before it stay', async () => {
  await using test = await createEmptyDatabase();
  const broken = { ...two, '0003-broken': 'create table third (id integer); insert into nowhere values (1);' };
  await expect(run(test, broken)).rejects.toMatchObject({
    code: 'MIGRATION_FAILED',
    message: expect.stringMatching(/^the migration 0003-broken failed: .*42P01/),
  });
  expect(await recorded(test)).toEqual(['0001-first', '0002-second']);
  const [row] = await test.database.query((sql) => sql`select to_regclass('third') as third`);
  expect(row).toEqual({ third: null });
  expect(await run(test, { ...two, '0003-mended': 'create table third (id integer);' })).toEqual(['0003-mended']);
});

describe('a database of another version', () => {
  test('error: MIGRATION_UNKNOWN', async () => {
    await using test = await createEmptyDatabase();
    await run(test, two);
    await expect(run(test, { '0001-first': two['0001-first'] })).rejects.toMatchObject({
      code: 'MIGRATION_UNKNOWN',
      message: 'the database has the migration 0002-second, which this version does not know: start a newer version',
    });
  });

  test('error: MIGRATION_CHANGED, by its content', async () => {
    await using test = await createEmptyDatabase();
    await run(test, two);
    await expect(run(test, { ...two, '0001-first': `${two['0001-first']} ` })).rejects.toMatchObject({
      code: 'MIGRATION_CHANGED',
      message: expect.stringContaining('0001-first'),
    });
  });

  test('error: MIGRATION_CHANGED, by its name', async () => {
    await using test = await createEmptyDatabase();
    await run(test, two);
    await expect(
      run(test, { '0001-first': two['0001-first'], '0002-other': two['0002-second'], '0003-new': 'select 1' }),
    ).rejects.toMatchObject({ code: 'MIGRATION_CHANGED' });
    expect(await recorded(test)).toEqual(['0001-first', '0002-second']);
  });
});

test.each(['42501', '3F000'])('error: a role that may not create tables (%s)', async (sqlState) => {
  await using test = await createEmptyDatabase();
  await runStatement(test.superuser, async (sql) => {
    await sql`alter database ${sql(test.name)} owner to postgres`;
    await sql`alter schema public owner to postgres`;
    if (sqlState === '42501') await sql`grant usage on schema public to public`;
  });
  await expect(run(test, two)).rejects.toMatchObject({
    code: 'ACCESS_DENIED',
    message: `the set-up of migrations failed: the role must own the database (${sqlState})`,
  });
});

describe('several processes at the same time', () => {
  // A sequence is not rolled back with its transaction: it counts every attempt.
  const slow = {
    ...two,
    '0003-sequence': 'create sequence attempt;',
    '0004-slow': "select nextval('attempt'), pg_sleep(0.5);",
  };

  test('behavior: each migration runs once, and every process waits for the last one', async () => {
    await using test = await createEmptyDatabase();
    const args = [JSON.stringify(test.address), JSON.stringify(slow)];
    await using stack = new AsyncDisposableStack();
    const programs = Array.from({ length: 5 }, () => stack.use(new Program('migrate-once', ...args)));
    await Promise.all(programs.map((program) => program.firstLine()));
    for (const program of programs) program.tell('go');
    await Promise.all(programs.map((program) => program.end()));
    const done = programs.map(({ lines, stderr }) => {
      expect(stderr).toBe('');
      return JSON.parse(lines[1] ?? '') as string[];
    });
    expect(done.flat().toSorted()).toEqual(Object.keys(slow));
    expect(await recorded(test)).toEqual(Object.keys(slow));
    expect(await test.database.query((sql) => sql`select last_value from attempt`)).toEqual([{ lastValue: 1n }]);
  });

  test('behavior: when the migrating process is killed, another one migrates', async () => {
    await using test = await createEmptyDatabase();
    const long = { '0001-long': 'create table first (id integer); select pg_sleep(600);' };
    await using first = new Program('migrate-once', JSON.stringify(test.address), JSON.stringify(long));
    await first.firstLine();
    first.tell('go');
    const isAtWork = async () => {
      const rows = await runStatement(
        test.superuser,
        (sql) => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
      );
      return rows.length;
    };
    await expect.poll(isAtWork).toBe(1);
    const second = run(test, { '0001-long': 'create table first (id integer);' });
    await first.kill();
    // PostgreSQL notices the end of a client when it next talks to it.
    await runStatement(
      test.superuser,
      (sql) => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event = 'PgSleep'`,
    );
    expect(await second).toEqual(['0001-long']);
  });
});
