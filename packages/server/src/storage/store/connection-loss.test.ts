import { preparedDirectory } from '@mintmark/testing/prepared-directory';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runStatement } from '../../../test/statement.ts';
import { startTcpProxy, type TcpProxy } from '../../../test/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import {
  type Database,
  type DatabaseOptions,
  type Last,
  openDatabase,
  type Sql,
  type TransactionSql,
} from './database.ts';

interface Fixture {
  readonly network: TcpProxy;
  readonly database: Database;
  /** The same database, past the proxy. */
  readonly other: TestDatabase;
}

/** A database with one connection, behind a network that can fail. */
async function setUp(options: Partial<DatabaseOptions> = {}): Promise<Fixture> {
  const other = await createTestDatabase();
  const network = await startTcpProxy(other.address);
  const database = openDatabase({
    address: network.url,
    ephemeral: true,
    timeoutMs: 60_000,
    connections: 1,
    ...options,
  });
  onTestFinished(async () => {
    network.heal();
    await database.close();
    await network[Symbol.asyncDispose]();
    await other[Symbol.asyncDispose]();
  });
  await other.database.query((sql) => sql`create table entry (id text primary key)`);
  return { network, database, other };
}

function add(sql: Sql, id: string) {
  return sql`insert into entry values (${id})`;
}

async function ids({ other }: Fixture): Promise<unknown[]> {
  return await other.database.query(async (sql) => (await sql`select id from entry order by id`).map(({ id }) => id));
}

test('error: a statement that is sent together with `begin` fails, and the connection is still usable', async () => {
  const { network, database } = await setUp({ timeoutMs: 30_000 });
  network.garble("'statement_timeout'", "'statement_timeoux'");
  const work = database.transaction((sql) => add(sql, 'a'), { timeoutMs: 60_000 });
  await expect(work).rejects.toMatchObject({ code: 'QUERY_FAILED' });
  expect(await database.query((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  expect(network.count).toBe(1);
});

test('error: a `begin` that fails, though the reads succeeded', async () => {
  const fixture = await setUp();
  const { network, database } = fixture;
  await database.query((sql) => sql`select 1`);
  network.garble('begin isolation', 'bogus isolation');
  const read = vi.fn();
  const work = database.transaction(
    async (sql) => {
      read(await sql`select 1 as one`);
      await add(sql, 'a');
    },
    { readsFirst: true },
  );
  await expect(work).rejects.toMatchObject({ code: 'QUERY_FAILED', details: { sqlState: '42601' } });
  expect(read).toHaveBeenCalledOnce();
  expect(await ids(fixture)).toEqual([]);
  network.heal();
  await database.transaction((sql) => add(sql, 'b'));
  expect(await ids(fixture)).toEqual(['b']);
});

describe('a connection that breaks', () => {
  test('behavior: work in flight fails, and the next gets a new connection', async () => {
    const { network, database } = await setUp();
    const running = database.query((sql) => sql`select pg_sleep(600)`);
    const failure = expect(running).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect.poll(() => network.count).toBe(1);
    network.cut();
    await failure;
    await expect(database.query((sql) => sql`select 1`)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    network.heal();
    expect(await database.query((sql) => sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test('behavior: while it is idle', async () => {
    const { network, database } = await setUp();
    await database.query((sql) => sql`select 1`);
    network.cut();
    network.heal();
    await expect
      .poll(() => database.query((sql) => sql`select 1 as one`).catch((error: Error) => error.message))
      .toEqual([{ one: 1 }]);
    expect(network.count).toBe(2);
  });

  test('behavior: no statement of its transaction has any effect, then or later', async () => {
    const fixture = await setUp();
    const { network, database } = fixture;
    const went = Promise.withResolvers<void>();
    const answers: unknown[] = [];
    const work = database.transaction(async (sql) => {
      await add(sql, 'before');
      network.cut();
      await went.promise;
      for (const id of ['after', 'later']) {
        answers.push(await (async () => await add(sql, id))().catch((error: { code: string }) => error.code));
      }
    });
    await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    network.heal();
    // Another transaction has taken the only connection when the first one continues.
    await database.transaction(async (sql) => {
      await add(sql, 'other');
      went.resolve();
      await expect.poll(() => answers).toEqual(['ENDED', 'ENDED']);
      await add(sql, 'another');
    });
    expect(await ids(fixture)).toEqual(['another', 'other']);
  });

  test('behavior: at any moment while it is opened or first used', async () => {
    const { network, database } = await setUp();
    const codes: string[] = [];
    for (let pieces = 0; codes.at(-1) !== 'OK'; pieces++) {
      network.cutAfter(pieces);
      const work = database.transaction((sql) => add(sql, `${pieces}`));
      codes.push(await work.then(() => 'OK').catch(({ code }) => code));
      network.heal();
    }
    expect([...new Set(codes)]).toEqual(['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'OK']);
  });

  test('behavior: in a savepoint', async () => {
    const fixture = await setUp();
    const work = fixture.database.transaction((sql) =>
      sql.savepoint(async () => {
        await add(sql, 'a');
        fixture.network.cut();
        await add(sql, 'b');
      }),
    );
    await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await ids(fixture)).toEqual([]);
  });

  test('behavior: all waiting callers get the error', async () => {
    const { network, database } = await setUp();
    const works = Array.from({ length: 20 }, () => database.query((sql) => sql`select pg_sleep(600)`));
    const outcomes = Promise.allSettled(works);
    await expect.poll(() => network.count).toBe(1);
    network.cut();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    }
  });

  test.each([
    ['', (sql: TransactionSql, _last: Last) => add(sql, 'a')],
    [' or to the last statement', async (sql: TransactionSql, last: Last) => last([add(sql, 'a')])],
  ])('error: OUTCOME_UNKNOWN, when there was no answer to the commit%s', async (_, change) => {
    const { network, database } = await setUp();
    const work = database.transaction(
      async (sql, last) => {
        await change(sql, last);
        network.stallAt('commit');
      },
      { timeoutMs: 1_000 },
    );
    await expect(work).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });
});

describe('a network that stalls', () => {
  test('error: TIMEOUT, and recovery', async () => {
    const fixture = await setUp({ timeoutMs: 500 });
    const { network, database } = fixture;
    await database.query((sql) => sql`select 1`, { timeoutMs: 60_000 });
    network.stall();
    await expect(database.transaction((sql) => add(sql, 'a'))).rejects.toMatchObject({ code: 'TIMEOUT' });
    network.heal();
    await expect
      .poll(() =>
        database
          .query((sql) => add(sql, 'b'))
          .then(
            () => true,
            () => false,
          ),
      )
      .toBe(true);
    expect(await ids(fixture)).toEqual(['b']);
  });

  test('error: UNAVAILABLE after the handshake of a connection, and recovery', async () => {
    const { network, database } = await setUp({ timeoutMs: 1_000 });
    network.stallAt('pg_is_in_recovery');
    await expect(database.query((sql) => sql`select 1`)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(database.connections).toMatchObject({ busy: 0, waiting: 0 });
    network.heal();
    const answer = () => database.query((sql) => sql`select 1 as one`, { timeoutMs: 60_000 });
    await expect.poll(() => answer().catch((error: Error) => error.message)).toEqual([{ one: 1 }]);
  });

  test('error: TIMEOUT of work whose limit is shorter than that of a connect', async () => {
    const { network, database } = await setUp();
    network.stall();
    await expect(database.query((sql) => sql`select 1`, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'TIMEOUT' });
    network.cut();
    await expect.poll(() => database.connections.busy).toBe(0);
  });

  test('behavior: one caller tries to connect, the others are refused immediately', async () => {
    const { network, database } = await setUp({ timeoutMs: 1_000, connections: 5 });
    const attempt = () => database.query((sql) => sql`select 1`);
    network.stall();
    await expect(attempt()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/CONNECT_TIMEOUT/),
    });
    expect(network.count).toBe(1);
    const first = attempt();
    const refused = expect(first).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    let isTrying = true;
    void refused.then(() => {
      isTrying = false;
    });
    for (let count = 0; count < 10; count++) {
      await expect(attempt()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
    expect(isTrying).toBe(true);
    await refused;
    expect(network.count).toBe(2);
  });
});

describe('a server that goes away', () => {
  test('behavior: new work fails immediately, and succeeds when the server is back', async () => {
    await using directory = await preparedDirectory();
    const report = vi.fn();
    await using server = await startEmbeddedPostgres({ directory: directory.path, durable: true, report });
    const database = openDatabase({ address: server.address, timeoutMs: 60_000 });
    await database.query((sql) => sql`select 1`);
    const { pid } = server;
    process.kill(pid, 'SIGINT');
    const codes = new Set<string>();
    await expect
      .poll(
        async () => {
          const code = await database
            .query((sql) => sql`select 1`)
            .then(
              () => 'OK',
              (error) => error.code,
            );
          codes.add(code);
          return codes.has('UNAVAILABLE') && code === 'OK' && server.pid !== pid;
        },
        { interval: 1 },
      )
      .toBe(true);
    expect([...codes].toSorted()).toEqual(['OK', 'UNAVAILABLE']);
    await database.close();
  });

  test('error: the server ends one session', async () => {
    const fixture = await setUp();
    const { database, other } = fixture;
    const work = database.transaction(async (sql) => {
      const [row] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
      await runStatement(other.superuser, (superuser) => superuser`select pg_terminate_backend(${row.pid})`);
      await add(sql, 'a');
    });
    await expect(work).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await ids(fixture)).toEqual([]);
  });
});
