import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repetitions } from '@mintmark/testing/effort';
import { preparedDirectory } from '@mintmark/testing/prepared-directory';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startPlainPostgres } from '../../../test/plain-postgres.ts';
import { Program } from '../../../test/program.ts';
import { runStatement } from '../../../test/statement.ts';
import { openDatabase } from '../store/database.ts';
import type { SocketAddress } from '../store/database-address.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres, startEphemeralPostgres } from './embedded-postgres.ts';
import { serviceOptions } from './service-process.ts';
import { findServiceUser } from './service-user.ts';

const isRoot = process.getuid?.() === 0;
const rounds = repetitions({ usual: 1, full: 3 });

interface Held {
  readonly owner: number;
  readonly server: number;
  readonly address: SocketAddress;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie counts as dead.
  return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}

async function parentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s+(\d+)/m.exec(text)?.[1]);
}

async function read(address: SocketAddress, name: string): Promise<string> {
  const [row] = await runStatement(
    address,
    (sql) => sql<[{ value: string }]>`select current_setting(${name}) as value`,
  );
  return row.value;
}

// The first four tests look at one first start, which takes a second: in a directory with a long path that it has to make, and in an
// environment that it has to ignore.
const stack = new AsyncDisposableStack();
let path: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  const directory = stack.use(await temporaryDirectory());
  path = join(directory.path, 'long-'.repeat(30), 'long-'.repeat(30));
  for (const name of ['LANG', 'LC_ALL', 'PGDATA', 'PGPORT', 'PGOPTIONS', 'PGUSER', 'PGHOST', 'TZ']) {
    vi.stubEnv(name, 'nonsense');
  }
  try {
    server = stack.use(await startEmbeddedPostgres({ directory: path, durable: true }));
  } finally {
    vi.unstubAllEnvs();
  }
});
afterAll(() => stack.disposeAsync());

test('behavior: other users have no access to the directories', async () => {
  for (const private_ of [path, join(path, 'cluster'), server.address.socketDirectory]) {
    expect((await stat(private_)).mode & 0o777, private_).toBe(0o700);
  }
  expect((await stat(join(path, 'postgres.log'))).mode & 0o777).toBe(0o600);
});

test('behavior: a long data directory path, while the socket path stays short', async () => {
  expect(await read(server.address, 'cluster_name')).toBe('mintmark');
});

test('behavior: inherits neither locale nor variables from the environment', async () => {
  expect(await read(server.address, 'lc_messages')).toBe('C');
});

test('default', async () => {
  const settings = await runStatement(
    server.address,
    (sql) => sql`
      select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
             current_setting('synchronous_commit') as commit, current_setting('data_checksums') as checksums,
             current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding,
             datlocprovider as provider, datlocale as locale, rolsuper as superuser, current_user as role
      from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  );
  expect(settings).toEqual([
    {
      fsync: 'on',
      pages: 'on',
      commit: 'on',
      checksums: 'on',
      addresses: '',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      superuser: false,
      role: 'mintmark',
    },
  ]);
  await server.stop();
  expect(isAlive(server.pid)).toBe(false);
  expect(existsSync(server.address.socketDirectory)).toBe(false);
});

test('behavior: keeps its data over a stop', async () => {
  await using directory = await preparedDirectory();
  const first = await startEmbeddedPostgres({ directory: directory.path, durable: true });
  await runStatement(first.address, (sql) => sql`create table kept as select 'x' as value`);
  await first.stop();
  await using second = await startEmbeddedPostgres({ directory: directory.path, durable: true });
  expect(await runStatement(second.address, (sql) => sql`select value from kept`)).toEqual([{ value: 'x' }]);
});

test('behavior: no file of the cluster can make it less durable', async () => {
  await using directory = await preparedDirectory();
  const first = await startEmbeddedPostgres({ directory: directory.path, durable: true });
  const superuser = { ...first.address, user: 'postgres' };
  await runStatement(superuser, (sql) => sql`alter system set fsync = off`);
  await first.stop();
  await using second = await startEmbeddedPostgres({ directory: directory.path, durable: true });
  expect(await read(second.address, 'fsync')).toBe('on');
});

test('behavior: an interrupted set-up starts over', async () => {
  await using directory = await temporaryDirectory();
  await mkdir(join(directory.path, 'cluster.new-abcdef', 'base'), { recursive: true });
  await writeFile(join(directory.path, 'cluster.new-abcdef', 'PG_VERSION'), '18\n');
  await using server = await startEmbeddedPostgres({ directory: directory.path, durable: false });
  expect(await read(server.address, 'fsync')).toBe('off');
  expect((await readdir(directory.path)).toSorted()).toEqual(['cluster', 'lock', 'owner.pid', 'postgres.log']);
});

describe('two processes', () => {
  test('error: the directory is in use', async () => {
    await using directory = await preparedDirectory();
    await using holder = new Program('hold-embedded', directory.path);
    const { owner } = JSON.parse(await holder.firstLine()) as Held;
    await expect(startEmbeddedPostgres({ directory: directory.path, durable: true })).rejects.toMatchObject({
      code: 'IN_USE',
      message: expect.stringContaining(`in use by process ${owner}:`),
    });
  });

  test('error: the directory is in use by the same process', async () => {
    await using directory = await preparedDirectory();
    await using _server = await startEmbeddedPostgres({ directory: directory.path, durable: false });
    await expect(startEmbeddedPostgres({ directory: directory.path, durable: false })).rejects.toMatchObject({
      code: 'IN_USE',
      message: expect.stringContaining(`in use by process ${process.pid}:`),
    });
  });

  test('behavior: of several concurrent starts in an empty directory, one succeeds', async () => {
    await using directory = await temporaryDirectory();
    await using first = new Program('hold-embedded', directory.path);
    await using second = new Program('hold-embedded', directory.path);
    await using third = new Program('hold-embedded', directory.path);
    const answers = await Promise.all([first, second, third].map((program) => program.firstLine()));
    const codes = answers.map((answer) => (JSON.parse(answer) as { code?: string }).code);
    expect(codes.toSorted()).toEqual(['IN_USE', 'IN_USE', undefined]);
  });

  test('behavior: the directory is free after a stop', async () => {
    await using directory = await preparedDirectory();
    for (const _ of [1, 2]) {
      await using holder = new Program('hold-embedded', directory.path);
      expect(JSON.parse(await holder.firstLine())).toHaveProperty('server');
    }
  });
});

describe('a crash', () => {
  test('behavior: PostgreSQL exits with its owner, and the next start finds all data', async () => {
    await using directory = await preparedDirectory();
    await using owner = new Program('hold-embedded', directory.path);
    const held = JSON.parse(await owner.firstLine()) as Held;
    await runStatement(held.address, (sql) => sql`create table kept as select 1 as value`);
    await owner.kill();
    await using next = await startEmbeddedPostgres({ directory: directory.path, durable: true });
    expect(isAlive(held.server)).toBe(false);
    expect(await runStatement(next.address, (sql) => sql`select value from kept`)).toEqual([{ value: 1 }]);
    await expect.poll(() => existsSync(held.address.socketDirectory)).toBe(false);
  });

  test('behavior: PostgreSQL exits with its owner, also without a next start', async () => {
    await using directory = await preparedDirectory();
    await using owner = new Program('hold-embedded', directory.path);
    const held = JSON.parse(await owner.firstLine()) as Held;
    await owner.kill();
    await expect.poll(() => isAlive(held.server)).toBe(false);
    await expect.poll(() => existsSync(held.address.socketDirectory)).toBe(false);
  });

  test.skipIf(process.platform !== 'linux')('behavior: the next start stops an orphan', async () => {
    await using directory = await preparedDirectory();
    await using owner = new Program('hold-embedded', directory.path);
    const held = JSON.parse(await owner.firstLine()) as Held;
    await runStatement(held.address, (sql) => sql`create table kept as select 1 as value`);
    const lifeline = await parentOf(held.server);
    const children = await readFile(`/proc/${lifeline}/task/${lifeline}/children`, 'utf8');
    // Suspended, so that the owner does not restart PostgreSQL.
    process.kill(held.owner, 'SIGSTOP');
    for (const pid of [lifeline, ...children.trim().split(' ').map(Number)]) {
      if (pid !== held.server) process.kill(pid, 'SIGKILL');
    }
    await owner.kill();
    expect(isAlive(held.server)).toBe(true);
    await using next = await startEmbeddedPostgres({ directory: directory.path, durable: true });
    expect(isAlive(held.server)).toBe(false);
    expect(existsSync(held.address.socketDirectory)).toBe(false);
    expect(await runStatement(next.address, (sql) => sql`select value from kept`)).toEqual([{ value: 1 }]);
  });

  test('behavior: kill -9 of PostgreSQL during inserts loses no acknowledged commit', async () => {
    await using directory = await preparedDirectory();
    const report = vi.fn();
    await using server = await startEmbeddedPostgres({ directory: directory.path, durable: true, report });
    const database = openDatabase({ address: server.address, timeoutMs: 60_000 });
    await database.transaction(
      (sql) => sql`create table entry (writer integer, number integer, primary key (writer, number))`,
    );
    const acknowledged: { writer: number; number: number }[] = [];
    const pids = new Set<number>();
    let isRunning = true;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; isRunning; number++) {
        await database
          .transaction((sql) => sql`insert into entry values (${writer}, ${number})`)
          .then(
            () => acknowledged.push({ writer, number }),
            () => new Promise((resolve) => setTimeout(resolve, 5)),
          );
      }
    });
    for (let round = 1; round <= rounds; round++) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
      pids.add(server.pid);
      process.kill(server.pid, 'SIGKILL');
      await expect.poll(() => report.mock.calls.length).toBe(round);
      await expect.poll(() => pids.has(server.pid)).toBe(false);
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 50);
    isRunning = false;
    await Promise.all(writers);
    const rows = await database.query((sql) => sql<{ writer: number; number: number }[]>`select * from entry`);
    await database.close();
    const stored = new Set(rows.map(({ writer, number }) => `${writer}/${number}`));
    expect(acknowledged.filter(({ writer, number }) => !stored.has(`${writer}/${number}`))).toEqual([]);
    expect(report.mock.calls.flat()).toEqual(Array(rounds).fill('PostgreSQL exited unexpectedly; restarting'));
  });

  test('behavior: a stop during a restart', async () => {
    await using directory = await preparedDirectory();
    const report = vi.fn();
    let stopped: Promise<void> | undefined;
    report.mockImplementation(() => {
      stopped = server.stop();
    });
    const server = await startEmbeddedPostgres({ directory: directory.path, durable: false, report });
    process.kill(server.pid, 'SIGKILL');
    await expect.poll(() => stopped !== undefined).toBe(true);
    await stopped;
    expect(existsSync(server.address.socketDirectory)).toBe(false);
    expect(existsSync(join(directory.path, 'cluster', 'postmaster.pid'))).toBe(false);
    // It was a fast shutdown, not an immediate one.
    expect(await readFile(join(directory.path, 'postgres.log'), 'utf8')).not.toContain('immediate shutdown');
  });
});

describe('a stale lock file', () => {
  const contents = {
    'of a dead process': async () => 4_194_303,
    'of a process id that another program has by now': async () => {
      const child = spawn('sleep', ['600'], { ...serviceOptions(await findServiceUser('')), stdio: 'ignore' });
      onTestFinished(() => void child.kill());
      await once(child, 'spawn');
      return child.pid;
    },
    'without content': async () => '',
  };
  test.each(Object.entries(contents))('behavior: %s', async (_, pid) => {
    await using directory = await preparedDirectory();
    const first = await startEmbeddedPostgres({ directory: directory.path, durable: false });
    const file = join(directory.path, 'cluster', 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    await first.stop();
    const left = await pid();
    await writeFile(file, left === '' ? '' : text.replace(/^\d+/, `${left}`));
    const user = await findServiceUser(join(directory.path, 'cluster'));
    if (user) await chown(file, user.uid, user.gid);
    await using second = await startEmbeddedPostgres({ directory: directory.path, durable: false });
    expect(await read(second.address, 'cluster_name')).toBe('mintmark');
  });

  test('error: a PostgreSQL that another program started on the same files', async () => {
    await using directory = await preparedDirectory();
    await using foreign = await startPlainPostgres(join(directory.path, 'cluster'));
    await expect(startEmbeddedPostgres({ directory: directory.path, durable: false })).rejects.toMatchObject({
      code: 'IN_USE',
      message: expect.stringContaining(`process ${foreign.pid}, a PostgreSQL that this service did not start`),
    });
    expect(foreign.hasEnded).toBe(false);
  });
});

describe('a start that fails', () => {
  test('error: PostgreSQL says why', async () => {
    await using directory = await preparedDirectory();
    await writeFile(join(directory.path, 'cluster', 'postgresql.conf'), 'max_connections = many\n');
    await expect(startEmbeddedPostgres({ directory: directory.path, durable: false })).rejects.toMatchObject({
      code: 'START_FAILED',
      message: expect.stringContaining('invalid value for parameter "max_connections": "many"'),
    });
  });

  test('error: created by another major version', async () => {
    await using directory = await preparedDirectory();
    await writeFile(join(directory.path, 'cluster', 'PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ directory: directory.path, durable: false })).rejects.toMatchObject({
      code: 'CLUSTER_VERSION',
    });
  });

  test('behavior: starts after the cause of the failure was removed', async () => {
    await using directory = await preparedDirectory();
    const version = join(directory.path, 'cluster', 'PG_VERSION');
    await writeFile(version, '17\n');
    await expect(startEmbeddedPostgres({ directory: directory.path, durable: false })).rejects.toThrow();
    await writeFile(version, '18\n');
    await using server = await startEmbeddedPostgres({ directory: directory.path, durable: false });
    expect(await read(server.address, 'fsync')).toBe('off');
  });

  test.skipIf(isRoot)('error: a directory that is not writable', async () => {
    await using directory = await temporaryDirectory();
    await chmod(directory.path, 0o500);
    for (const path of [directory.path, join(directory.path, 'postgres')]) {
      const start = startEmbeddedPostgres({ directory: path, durable: false });
      await expect(start).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    }
  });
});

describe('the log', () => {
  test('behavior: it holds no values', async () => {
    await using directory = await preparedDirectory();
    const server = await startEmbeddedPostgres({ directory: directory.path, durable: false });
    const secret = 'canary-4711';
    await runStatement(server.address, async (sql) => {
      await sql`create table secret (value text unique)`;
      await sql`insert into secret values (${secret})`;
      await expect(sql`insert into secret values (${secret})`).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION' });
      await expect(sql`select ${secret}::text::uuid`).rejects.toMatchObject({ code: 'QUERY_FAILED' });
    });
    // By default PostgreSQL logs the statement of a process that is terminated or crashes.
    for (const end of ['terminate', 'kill'] as const) {
      await runStatement(server.address, async (sql, session) => {
        const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
        const running = expect(session.command(`select '${secret}', pg_sleep(600)`)).rejects.toThrow();
        await runStatement({ ...server.address, user: 'postgres' }, async (superuser) => {
          await expect
            .poll(() => superuser`select 1 from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`)
            .toHaveLength(1);
          if (end === 'terminate') await superuser`select pg_terminate_backend(${pid})`;
          else process.kill(pid, 'SIGKILL');
          await running;
        });
      }).catch(() => {});
      await expect.poll(() => read(server.address, 'fsync').catch(() => '')).toBe('off');
    }
    await server.stop();
    const log = await readFile(join(directory.path, 'postgres.log'), 'utf8');
    expect(log).toContain('terminating connection due to administrator command');
    expect(log).toContain('was terminated by signal 9');
    expect(log).not.toContain(secret);
  });

  test('behavior: it stays small', async () => {
    await using directory = await preparedDirectory();
    const path = join(directory.path, 'postgres.log');
    await writeFile(path, 'an old line\n'.repeat(500_000));
    await using _server = await startEmbeddedPostgres({ directory: directory.path, durable: false });
    const log = await readFile(path, 'utf8');
    expect(log.length).toBeLessThan(1_000_000);
    expect(log).toMatch(/^an old line$/m);
    expect(log).toContain('ready to accept connections');
  });
});

describe('startEphemeralPostgres', () => {
  let ephemeral: EmbeddedPostgres;
  beforeAll(async () => {
    ephemeral = await startEphemeralPostgres();
  });
  afterAll(() => ephemeral.stop());

  test('behavior: leaves no files after a crash', async () => {
    await using owner = new Program('hold-embedded');
    const held = JSON.parse(await owner.firstLine()) as Held;
    expect(existsSync(join(held.address.socketDirectory, 'cluster'))).toBe(true);
    await owner.kill();
    await expect.poll(() => isAlive(held.server)).toBe(false);
    await expect.poll(() => existsSync(held.address.socketDirectory)).toBe(false);
  });

  test('behavior: keeps its data when PostgreSQL is restarted', async () => {
    await runStatement(ephemeral.address, (sql) => sql`create table kept as select 1 as value`);
    const { pid } = ephemeral;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => ephemeral.pid).not.toBe(pid);
    expect(await runStatement(ephemeral.address, (sql) => sql`select value from kept`)).toEqual([{ value: 1 }]);
  });

  test('default', async () => {
    expect(await read(ephemeral.address, 'fsync')).toBe('off');
    await ephemeral.stop();
    expect(existsSync(ephemeral.address.socketDirectory)).toBe(false);
  });
});
