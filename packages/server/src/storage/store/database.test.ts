import { inspect } from 'node:util';
import { patience } from '@mintmark/testing/patience';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { measuringLateness } from '../../../test/measuring-lateness.ts';
import { runStatement } from '../../../test/statement.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { type Database, openDatabase, type Sql } from './database.ts';
import { StoreError } from './store-error.ts';

let shared: TestDatabase;
let database: Database;

beforeAll(async () => {
  shared = await createTestDatabase();
  database = shared.database;
  await database.query((sql) => sql`create table entry (id text primary key, amount integer check (amount >= 0))`);
});
beforeEach(() => database.query((sql) => sql`truncate entry`));
afterAll(() => shared[Symbol.asyncDispose]());

function ids(): Promise<unknown[]> {
  return database.query(async (sql) => (await sql`select id from entry order by id`).map(({ id }) => id));
}

function add(sql: Sql, id: string, amount = 0) {
  return sql`insert into entry values (${id}, ${amount})`;
}

/** Makes two pieces of work overlap: each waits for the other. */
function meeting(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  return () => {
    if (--count === 0) all.resolve();
    return all.promise;
  };
}

describe('query', () => {
  test('default', async () => {
    expect(await database.query((sql) => sql`select ${1}::integer as one`)).toEqual([{ one: 1 }]);
  });

  test('behavior: types', async () => {
    const row = {
      big: 2n ** 63n - 1n,
      time: new Date('2026-11-15T12:34:56.789Z'),
      bytes: Uint8Array.of(0, 1, 127, 128, 255),
      nothing: null,
    };
    const [read] = await database.query(
      (sql) => sql`
        select ${row.big}::bigint as big, ${row.time}::timestamptz as time, ${row.bytes}::bytea as bytes,
               ${row.nothing}::text as nothing, ${sql.json({ some_key: [1, null, 'ü'] })}::jsonb as json, count(*) as count,
               ${['x', 'y']}::text[] as list, true as flag, ''::bytea as empty
        from entry`,
    );
    expect(read).toStrictEqual({
      ...row,
      json: { some_key: [1, null, 'ü'] },
      count: 0n,
      list: ['x', 'y'],
      flag: true,
      empty: new Uint8Array(),
    });
  });

  test('behavior: arrays', async () => {
    const texts = ['plain', '', ' ', 'NULL', 'a,b', '{c}', '"', '\\', '\\"', 'ü\n', "'", null];
    const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
    const [read] = await database.query(
      (sql) => sql`
        select ${texts}::text[] as texts, ${ids}::uuid[] as ids, ${[]}::uuid[] as none, array[]::text[] as empty,
               ${ids[0] as string}::uuid = any(${ids}::uuid[]) as is_there, cardinality(${texts}::text[]) as length`,
    );
    expect(read).toStrictEqual({ texts, ids, none: [], empty: [], isThere: true, length: texts.length });
  });

  test('behavior: bytes do not share memory', async () => {
    const [read] = await database.query((sql) => sql<[{ bytes: Uint8Array }]>`select '\\x0102'::bytea as bytes`);
    expect(read.bytes.buffer.byteLength).toBe(2);
  });

  test('behavior: a part of a larger buffer is sent as that part', async () => {
    const part = Uint8Array.of(9, 1, 2, 9).subarray(1, 3);
    const [read] = await database.query((sql) => sql`select ${part}::bytea as bytes`);
    expect(read?.['bytes']).toEqual(Uint8Array.of(1, 2));
  });

  test('behavior: settings of the session', async () => {
    await using own = await createTestDatabase({ timeoutMs: 5_000 });
    const [settings] = await own.database.query(
      (sql) => sql`
        select current_setting('statement_timeout') as statement,
               current_setting('idle_in_transaction_session_timeout') as idle,
               current_setting('application_name') as name, current_setting('timezone') as zone`,
    );
    expect(settings).toEqual({ statement: '4s', idle: '8s', name: 'mintmark', zone: 'UTC' });
  });

  test('behavior: the statements of a transaction that may take longer may take longer too', async () => {
    await using own = await createTestDatabase({ timeoutMs: 5_000, connections: 1 });
    const limits = (options?: { readonly timeoutMs: number }) =>
      own.database.transaction(
        (sql) => sql`
          select current_setting('statement_timeout') as statement,
                 current_setting('idle_in_transaction_session_timeout') as idle`,
        options,
      );
    const usual = [{ statement: '4s', idle: '8s' }];
    expect(await limits()).toEqual(usual);
    expect(await limits({ timeoutMs: 60_000 })).toEqual([{ statement: '48s', idle: '1min' }]);
    expect(await limits()).toEqual(usual);
  });

  test('error: an invalid statement', async () => {
    await expect(database.query((sql) => sql`selekt 1`)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'QUERY_FAILED',
      message: 'PostgreSQL refused a statement (42601, scanner_yyerror)',
      details: { sqlState: '42601' },
    });
  });

  test('error: an error that the work throws is passed on unchanged', async () => {
    const own = Object.assign(new Error('of the work'), { code: 'ECONNREFUSED' });
    await expect(database.query(() => Promise.reject(own))).rejects.toBe(own);
    await expect(
      database.query(() => {
        throw own;
      }),
    ).rejects.toBe(own);
  });
});

describe('a connection whose last work failed', () => {
  const failing = (sql: Sql) => sql`select repeat('x', 9000), 1 / (500 - i) from generate_series(1, 1000) i`;
  const next = [{ one: 1 }];

  test('behavior: the next borrower gets its own rows', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    await expect(own.database.query(failing)).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    expect(await own.database.query((sql) => sql`select 1 as one`)).toEqual(next);
  });

  test('behavior: the same when the statement failed after the work', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    const work = own.database.query(async (sql) => {
      failing(sql).catch(() => {});
      throw new Error('of the work');
    });
    await expect(work).rejects.toThrow('of the work');
    expect(await own.database.query((sql) => sql`select 1 as one`)).toEqual(next);
  });

  test('behavior: the same in a transaction and in a savepoint', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    await expect(own.database.transaction(failing)).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    expect(await own.database.query((sql) => sql`select 1 as one`)).toEqual(next);
    const rows = await own.database.transaction(async (sql) => {
      await sql.savepoint(() => failing(sql)).catch(() => {});
      return sql`select 1 as one`;
    });
    expect(rows).toEqual(next);
  });
});

describe('transaction', () => {
  test('default', async () => {
    const result = await database.transaction(async (sql) => {
      await add(sql, 'a');
      await add(sql, 'b');
      return 'done';
    });
    expect(result).toBe('done');
    expect(await ids()).toEqual(['a', 'b']);
  });

  test('behavior: a failure rolls back everything, and the connection can be used again', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    await own.database.query((sql) => sql`create table entry (id text primary key)`);
    const error = new Error('of the work');
    const work = own.database.transaction(async (sql) => {
      await sql`insert into entry values ('a')`;
      throw error;
    });
    await expect(work).rejects.toBe(error);
    expect(await own.database.query((sql) => sql`select id from entry`)).toEqual([]);
  });

  test('args: isolation', async () => {
    const levels = ['read committed', 'repeatable read', 'serializable'] as const;
    for (const isolation of levels) {
      const [row] = await database.transaction((sql) => sql`select current_setting('transaction_isolation') as level`, {
        isolation,
      });
      expect(row).toEqual({ level: isolation });
    }
    const [row] = await database.transaction((sql) => sql`select current_setting('transaction_isolation') as level`);
    expect(row).toEqual({ level: 'read committed' });
  });

  test('behavior: a savepoint rolls back a part', async () => {
    await database.transaction(async (sql) => {
      await add(sql, 'a');
      await expect(
        sql.savepoint(async () => {
          await add(sql, 'b');
          await add(sql, 'a');
        }),
      ).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION' });
      await sql.savepoint(() => sql.savepoint(() => add(sql, 'c')));
      await add(sql, 'd');
    });
    expect(await ids()).toEqual(['a', 'c', 'd']);
  });

  test('behavior: a part fails if one of its statements failed, even if it handled that', async () => {
    await database.transaction(async (sql) => {
      await add(sql, 'a');
      const part = sql.savepoint(async (own) => {
        await add(own, 'b');
        await own`select 1 / 0`.catch(() => {});
      });
      await expect(part).rejects.toMatchObject({ code: 'QUERY_FAILED' });
      await add(sql, 'c');
    });
    expect(await ids()).toEqual(['a', 'c']);
  });

  test('behavior: a part that takes too long is rolled back, and can send nothing more', async () => {
    const end = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    await database.transaction(async (sql) => {
      const part = sql.savepoint(
        async (own) => {
          await add(own, 'a');
          late = end.promise.then(() => add(own, 'b'));
          await late;
        },
        { timeoutMs: 20 },
      );
      await expect(part).rejects.toMatchObject({ code: 'TIMEOUT' });
      end.resolve();
      await expect(late).rejects.toMatchObject({ code: 'ENDED' });
      await add(sql, 'c');
    });
    expect(await ids()).toEqual(['c']);
  });

  test('behavior: nothing of a part that was left over is sent after the transaction', async () => {
    const end = Promise.withResolvers<void>();
    let late: Promise<unknown> | undefined;
    await database.transaction(async (sql) => {
      await add(sql, 'a');
      void sql
        .savepoint((own) => {
          late = end.promise.then(() => add(own, 'b'));
          return late;
        })
        .catch(() => {});
    });
    end.resolve();
    await expect(late).rejects.toMatchObject({ code: 'ENDED' });
    expect(await ids()).toEqual(['a']);
  });

  test('behavior: a part that throws while its statement fails is rolled back alone', async () => {
    await database.transaction(async (sql) => {
      // Prepares the statements, so that the later ones go out together.
      for (const id of ['a', 'b']) await sql.savepoint((own) => add(own, id));
      const part = sql.savepoint(async (own) => {
        add(own, 'a').execute();
        throw new Error('of the work');
      });
      await expect(part).rejects.toThrow('of the work');
      await sql.savepoint((own) => add(own, 'c'));
    });
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });

  test('behavior: a nested part whose failure was handled does not fail the outer one', async () => {
    await database.transaction(async (sql) => {
      for (const id of ['a', 'b'])
        await sql.savepoint(async (own) => {
          await add(own, id);
          await own.savepoint((inner) => add(inner, 'a')).catch(() => {});
        });
    });
    expect(await ids()).toEqual(['a', 'b']);
  });

  test('error: a statement without an answer does not shift the others', async () => {
    const ask = (sql: Sql) =>
      Promise.all([sql`-- only a comment`.execute(), sql<[{ one: number }]>`select 1 as one`.execute()]);
    // The first time the statements are prepared one by one.
    await database.transaction(async (sql) => void (await ask(sql)));
    const twice = database.transaction(async (sql) => {
      await ask(sql);
      await ask(sql);
    });
    await expect(twice).rejects.toThrow();
  });

  test('behavior: the last statements are sent with the commit', async () => {
    const result = await database.transaction(async (sql, last) => {
      await add(sql, 'a');
      last([add(sql, 'b'), add(sql, 'c')]);
      return ids();
    });
    expect(result).toEqual([]);
    expect(await ids()).toEqual(['a', 'b', 'c']);
  });

  test('error: last statements twice', async () => {
    const work = database.transaction(async (sql, last) => {
      last([add(sql, 'a')]);
      last([add(sql, 'b')]);
    });
    await expect(work).rejects.toThrow('the last statements of a transaction are already set');
    expect(await ids()).toEqual([]);
  });

  test('behavior: without a commit there is no last statement', async () => {
    const work = database.transaction(async (sql, last) => {
      last([add(sql, 'a')]);
      throw new Error('of the work');
    });
    await expect(work).rejects.toThrow('of the work');
    expect(await ids()).toEqual([]);
  });

  test('error: a last statement that cannot be sent, and none of them is committed', async () => {
    const work = database.transaction(async (sql, last) => {
      await add(sql, 'a');
      last([add(sql, 'b'), sql`insert into entry values (${new Date(Number.NaN)})`, add(sql, 'c')]);
    });
    await expect(work).rejects.toMatchObject({
      code: 'QUERY_FAILED',
      message: expect.stringContaining('INVALID_DATE'),
    });
    expect(await ids()).toEqual([]);
  });

  test('error: a last statement that fails, and the connection can be used again', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    await own.database.query((sql) => sql`create table entry (id text primary key)`);
    const work = own.database.transaction(async (sql, last) => {
      await sql`insert into entry values ('a')`;
      last([
        sql`insert into entry values ('b')`,
        sql`insert into entry values ('a')`,
        sql`insert into entry values ('c')`,
      ]);
    });
    await expect(work).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION' });
    await own.database.transaction((sql) => sql`insert into entry values ('d')`);
    expect(await own.database.query((sql) => sql`select id from entry`)).toEqual([{ id: 'd' }]);
  });

  test('behavior: of the last statements, the one that failed is explained', async () => {
    const explained: number[] = [];
    const work = database.transaction(async (sql, last) => {
      last([add(sql, 'a'), sql`select 1 / 0`, add(sql, 'b'), sql`select 2 / 0`], (index, error) => {
        explained.push(index);
        return error;
      });
    });
    await expect(work).rejects.toMatchObject({ code: 'QUERY_FAILED', details: { sqlState: '22012' } });
    expect(explained).toEqual([1]);
  });

  test('error: a statement that failed before the last ones, although the work went on', async () => {
    const explain = vi.fn();
    const work = database.transaction(async (sql, last) => {
      await Promise.allSettled([sql`select 1 / 0`.execute()]);
      last([add(sql, 'a')], explain);
    });
    await expect(work).rejects.toMatchObject({ code: 'QUERY_FAILED', details: { sqlState: '25P02' } });
    expect(explain).not.toHaveBeenCalled();
    expect(await ids()).toEqual([]);
  });

  test('args: readsFirst', async () => {
    const read = await database.transaction(
      async (sql) => {
        const [row] = await sql`select txid_current() as id`;
        await add(sql, 'a');
        const [later] = await sql`select txid_current() as id`;
        return [row?.['id'], later?.['id']];
      },
      { readsFirst: true },
    );
    expect(read[0]).toBe(read[1]);
    expect(await ids()).toEqual(['a']);
  });

  test('error: UNIQUE_VIOLATION', async () => {
    await database.query((sql) => add(sql, 'a'));
    await expect(database.transaction((sql) => add(sql, 'a'))).rejects.toMatchObject({
      code: 'UNIQUE_VIOLATION',
      details: { sqlState: '23505', table: 'entry', constraint: 'entry_pkey' },
    });
  });

  test('error: CONSTRAINT_VIOLATION', async () => {
    await expect(database.transaction((sql) => add(sql, 'a', -1))).rejects.toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
      details: { sqlState: '23514', constraint: 'entry_amount_check' },
    });
  });

  test('error: a constraint that is only checked at the commit', async () => {
    await using own = await createTestDatabase();
    await own.database.query(
      (sql) => sql`create table entry (id integer unique deferrable initially deferred, name text)`,
    );
    const work = own.database.transaction((sql) => sql`insert into entry values (1), (1)`);
    await expect(work).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION' });
  });

  test('error: SERIALIZATION_FAILURE', async () => {
    await database.query((sql) => sql`insert into entry values ('a', 1), ('b', 1)`);
    const both = meeting(2);
    const withdraw = (id: string) =>
      database.transaction(
        async (sql) => {
          await sql`select sum(amount) from entry`;
          await both();
          await sql`update entry set amount = 0 where id = ${id}`;
        },
        { isolation: 'serializable' },
      );
    const outcomes = await Promise.allSettled([withdraw('a'), withdraw('b')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'SERIALIZATION_FAILURE', details: { sqlState: '40001' } },
    });
  });

  test('error: DEADLOCK', async () => {
    await database.query((sql) => sql`insert into entry values ('a', 1), ('b', 1)`);
    const both = meeting(2);
    const update = (first: string, second: string) =>
      database.transaction(async (sql) => {
        await sql`update entry set amount = 2 where id = ${first}`;
        await both();
        await sql`update entry set amount = 2 where id = ${second}`;
      });
    const outcomes = await Promise.allSettled([update('a', 'b'), update('b', 'a')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'DEADLOCK' } });
  });

  test('error: ROLLED_BACK, when the work ignores that a statement failed', async () => {
    const work = database.transaction(async (sql) => {
      await add(sql, 'a');
      await add(sql, 'a').catch(() => {});
    });
    await expect(work).rejects.toMatchObject({ code: 'ROLLED_BACK' });
    expect(await ids()).toEqual([]);
  });

  test('error: ENDED, for a statement after the end of the work', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    await own.database.query((sql) => sql`create table entry (id text)`);
    const later = Promise.withResolvers<void>();
    let straggler: Promise<unknown> = Promise.resolve();
    const work = own.database.transaction(async (sql) => {
      straggler = later.promise.then(() => sql`insert into entry values ('late')`);
      await sql`insert into entry values ('early')`;
    });
    await work;
    await own.database.transaction(async (sql) => {
      await sql`insert into entry values ('other')`;
      later.resolve();
      await expect(straggler).rejects.toMatchObject({ code: 'ENDED' });
    });
    const rows = await own.database.query((sql) => sql`select id from entry order by id`);
    expect(rows).toEqual([{ id: 'early' }, { id: 'other' }]);
  });
});

describe('limits', () => {
  test('error: TIMEOUT of a statement', async () => {
    await using own = await createTestDatabase({ timeoutMs: 500 });
    // Connecting has the same limit, and on a busy machine it may need more than one attempt.
    await vi.waitFor(() => own.database.query((sql) => sql`select 1`), { timeout: patience });
    await expect(own.database.query((sql) => sql`select pg_sleep(60)`, { timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      details: { sqlState: '57014' },
    });
  });

  test('error: TIMEOUT of the whole work, and the connection is not used again', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    const session = (sql: Sql) => sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const [before] = await own.database.query(session);
    const never = new Promise<never>(() => {});
    const work = own.database.transaction(() => never, { timeoutMs: 50 });
    await expect(work).rejects.toMatchObject({ code: 'TIMEOUT' });
    const [after] = await own.database.query(session);
    expect(after.pid).not.toBe(before.pid);
  });

  test('error: TIMEOUT of the wait for a connection', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    const release = Promise.withResolvers<void>();
    const first = own.database.query(() => release.promise);
    await expect(own.database.query((sql) => sql`select 1`, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: 'no connection to the database became free in time',
    });
    release.resolve();
    await first;
    expect(await own.database.query((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test('behavior: the time in which the process was busy does not count', async () => {
    using _ = measuringLateness();
    await using own = await createTestDatabase({ connections: 1 });
    const release = Promise.withResolvers<void>();
    const first = own.database.query(() => release.promise);
    const second = own.database.query((sql) => sql`select 1 as one`, { timeoutMs: 2_000 });
    const start = performance.now();
    while (performance.now() - start < 2_500);
    release.resolve();
    await first;
    expect(await second).toEqual([{ one: 1 }]);
  });

  test('error: TIMEOUT of the wait while the process was busy for very long, and the connection is reused', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    const session = (sql: Sql) => sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
    const before = await own.database.query(session);
    const release = Promise.withResolvers<void>();
    const first = own.database.query(() => release.promise);
    const work = vi.fn(session);
    const refusal = expect(own.database.query(work, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    const start = performance.now();
    release.resolve();
    while (performance.now() - start < 400);
    await Promise.all([first, refusal]);
    expect(work).not.toHaveBeenCalled();
    expect(await own.database.query(session)).toEqual(before);
  });

  test('error: OVERLOADED, immediately', async () => {
    await using own = await createTestDatabase({ connections: 2, queue: 3 });
    const release = Promise.withResolvers<void>();
    const work = () => own.database.query(() => release.promise);
    const accepted = Array.from({ length: 5 }, work);
    await expect(work()).rejects.toMatchObject({ code: 'OVERLOADED' });
    release.resolve();
    await Promise.all(accepted);
    await work();
  });

  test('behavior: connections are limited, and served in order', async () => {
    await using own = await createTestDatabase({ connections: 2 });
    const order: number[] = [];
    let max = 0;
    let now = 0;
    const both = meeting(2);
    const work = (index: number) =>
      own.database.query(async (sql) => {
        max = Math.max(max, ++now);
        order.push(index);
        if (index < 2) await both();
        await sql`select 1`;
        now--;
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
    expect(max).toBe(2);
    // The first two start as soon as each is connected.
    expect(order.filter((index) => index > 1)).toEqual(Array.from({ length: 18 }, (_, index) => index + 2));
    const [row] = await runStatement(
      own.superuser,
      (sql) => sql`select count(*) from pg_stat_activity where datname = ${own.name} and usename = 'mintmark'`,
    );
    expect(row).toEqual({ count: 2n });
  });
});

describe('connections', () => {
  const session = (sql: Sql) => sql<[{ pid: number }]>`select pg_backend_pid() as pid`;

  test('behavior: a connection is reused', async () => {
    await using own = await createTestDatabase();
    expect(await own.database.query(session)).toEqual(await own.database.query(session));
  });

  test('behavior: an old connection is replaced without a failure', async () => {
    await using own = await createTestDatabase({ connections: 1, connectionLifetimeMs: 0 });
    const rows = await Promise.all(Array.from({ length: 5 }, () => own.database.query(session)));
    expect(new Set(rows.map(([{ pid }]) => pid)).size).toBe(5);
    const count = () =>
      runStatement(
        own.superuser,
        (sql) => sql`select 1 from pg_stat_activity where datname = current_database() and usename = 'mintmark'`,
      );
    await expect.poll(count).toEqual([]);
  });
});

describe('close', () => {
  test('default', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    const release = Promise.withResolvers<void>();
    const running = own.database.transaction(async (sql) => {
      await release.promise;
      return await sql`select 1 as one`;
    });
    const waiting = own.database.query((sql) => sql`select 1`);
    const refusal = expect(waiting).rejects.toMatchObject({ code: 'ENDED', message: 'the database is closed' });
    const closed = own.database.close();
    await refusal;
    await expect(own.database.query((sql) => sql`select 1`)).rejects.toMatchObject({ code: 'ENDED' });
    release.resolve();
    expect(await running).toEqual([{ one: 1 }]);
    await closed;
    const [row] = await runStatement(
      own.superuser,
      (sql) => sql`select count(*) from pg_stat_activity where datname = ${own.name} and usename = 'mintmark'`,
    );
    expect(row).toEqual({ count: 0n });
  });

  test('behavior: a database that was never used', async () => {
    await openDatabase({ address: 'postgres://nobody@127.0.0.1:1/none' }).close();
  });
});

describe('values in errors', () => {
  const secret = 'canary-4711';
  const failures: Record<string, (sql: Sql) => Promise<unknown>> = {
    'a duplicate': async (sql) => {
      await add(sql, secret);
      await add(sql, secret);
    },
    'a constraint': (sql) => sql`insert into entry values (${secret}, -1)`,
    'a text that is not a uuid': (sql) => sql`select ${secret}::text::uuid`,
    'a text that is not a number': (sql) => sql`select ${secret}::integer`,
    'an invalid statement': (sql) => sql`selekt ${secret}`,
    'a function that quotes': (sql) => sql`select to_date(${secret}, 'YYYY')`,
    'a value that is undefined': (sql) => sql`select ${secret}, ${undefined as unknown as string}`,
    'a value that is not JSON': (sql) => sql`select ${secret}, ${sql.json({ secret, big: 1n } as never)}`,
    'an invalid date': (sql) => sql`select ${secret}, ${new Date(Number.NaN)}::timestamptz`,
    'too many values': (sql) => sql`insert into entry ${sql(Array(70_000).fill({ id: secret }))}`,
    'a connection that is lost': (sql) => sql`select ${secret}, pg_terminate_backend(pg_backend_pid())`,
  };
  test.each(Object.entries(failures))('behavior: %s', async (_, failure) => {
    for (const run of [database.transaction, database.query]) {
      await database.query((sql) => sql`truncate entry`);
      const error = await run(failure).then(
        () => expect.unreachable(),
        (error: unknown) => error,
      );
      expect(error).toBeInstanceOf(StoreError);
      expect(inspect(error, { showHidden: true, depth: Infinity, maxStringLength: null })).not.toContain(secret);
      expect((error as StoreError).stack).not.toContain(secret);
    }
  });

  test('behavior: also not within a savepoint', async () => {
    await database.transaction(async (sql) => {
      const error = await sql.savepoint(() => sql`select ${secret}::text::uuid`).catch((error: unknown) => error);
      expect(error).toBeInstanceOf(StoreError);
      expect(inspect(error, { showHidden: true, depth: Infinity })).not.toContain(secret);
    });
  });
});

describe('prepared statements', () => {
  test('behavior: only one answer fails after another process changed a table', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    const read = () => own.database.query((sql) => sql`select * from entry`);
    await own.database.query((sql) => sql`create table entry (id text)`);
    await read();
    await runStatement(own.superuser, (sql) => sql`alter table entry add column name text default 'Ada'`);
    await runStatement(own.superuser, (sql) => sql`insert into entry values ('a')`);
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { sqlState: '0A000' } });
    expect(await read()).toEqual([{ id: 'a', name: 'Ada' }]);
  });

  test('behavior: the same statement is prepared once for a session', async () => {
    await using own = await createTestDatabase({ connections: 1 });
    const prepared = (sql: Sql) => sql<{ count: bigint }[]>`select count(*) from pg_prepared_statements`;
    for (const id of ['a', 'b', 'c']) await own.database.query((sql) => sql`select ${id}::text as id`);
    const [before] = await own.database.query(prepared);
    await own.database.query((sql) => sql`select ${'d'}::text as id`);
    expect(await own.database.query(prepared)).toEqual([before]);
  });
});
