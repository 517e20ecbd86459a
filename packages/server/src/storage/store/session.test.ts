import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { preparedDirectory } from '@mintmark/testing/prepared-directory';
import { describe, expect, inject, test, vi } from 'vitest';
import { startPlainPostgres } from '../../../test/plain-postgres.ts';
import { runStatement } from '../../../test/statement.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { withDatabase } from '../../../test/test-server.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { openDatabase } from './database.ts';
import { type DatabaseAddress, type SocketAddress, socketName } from './database-address.ts';
import { Session } from './session.ts';

async function attempt(address: DatabaseAddress, ephemeral = true): Promise<unknown> {
  const database = openDatabase({ address, ephemeral, timeoutMs: 60_000 });
  try {
    return await database.query((sql) => sql`select 1 as one`);
  } finally {
    await database.close();
  }
}

describe('durability', () => {
  test('error: a server without fsync', async () => {
    await expect(attempt(inject('testServer').superuser, false)).rejects.toMatchObject({
      code: 'NOT_DURABLE',
      message: expect.stringContaining('fsync=off'),
    });
  });

  test('error: a role with asynchronous commits', async () => {
    await using directory = await preparedDirectory();
    await using server = await startEmbeddedPostgres({ directory: directory.path, durable: true });
    expect(await attempt(server.address, false)).toEqual([{ one: 1 }]);
    await runStatement(server.address, (sql) => sql`alter role mintmark set synchronous_commit = off`);
    await expect(attempt(server.address, false)).rejects.toMatchObject({
      code: 'NOT_DURABLE',
      message: expect.stringContaining('synchronous_commit=off'),
    });
    expect(await attempt(server.address, true)).toEqual([{ one: 1 }]);
  });
});

describe('settings', () => {
  const readBytes = async (address: DatabaseAddress) => {
    const database = openDatabase({ address, ephemeral: true, timeoutMs: 60_000 });
    try {
      const [row] = await database.query((sql) => sql<[{ bytes: Uint8Array }]>`select '\\x00ff5c27'::bytea as bytes`);
      return Buffer.from(row.bytes).toString('hex');
    } finally {
      await database.close();
    }
  };

  test('behavior: reads bytes from a database whose default for bytea_output is escape', async () => {
    await using test = await createTestDatabase();
    await runStatement(test.superuser, (sql) => sql`alter database ${sql(test.name)} set bytea_output = escape`);
    expect(await readBytes(test.address)).toBe('00ff5c27');
  });

  test('error: a pooler does not pass the format of bytes on', async () => {
    await using test = await createTestDatabase();
    await using network = await startTcpProxy(test.address);
    await expect(readBytes(`${network.url}?bytea_output=escape`)).rejects.toMatchObject({
      code: 'SETTING_UNSUITABLE',
      message: 'PostgreSQL runs with bytea_output=escape: set it to hex on the role of the service',
    });
  });
});

describe('Session', () => {
  const options = { ephemeral: true, statementTimeoutMs: 60_000, connectTimeoutMs: 60_000 };

  test('behavior: a table with few rows is read by its index, and nothing is compiled', async () => {
    await using test = await createTestDatabase();
    const session = await Session.open(test.address, options);
    await session.sql`create table few as select id, id as other from generate_series(1, 3) as id`;
    await session.sql`create unique index on few (id)`;
    await session.sql`analyze few`;
    expect(JSON.stringify(await session.sql`explain select from few where id = 2`)).toMatch(/Index (Only )?Scan/);
    expect(JSON.stringify(await session.sql`explain select from few where other = 2`)).not.toContain('JIT');
    session.destroy();
  });

  test('behavior: a lost session stays lost', async () => {
    await using test = await createTestDatabase();
    await using network = await startTcpProxy(test.address);
    const session = await Session.open(network.url, options);
    const onLost = vi.fn();
    session.onLost = onLost;
    // The first is running, the others wait in the driver, which does not yet know their types.
    const statements = [1, 2, 3].map((number) => session.sql`select ${number}::integer, pg_sleep(600)`);
    const outcomes = Promise.allSettled(statements);
    await expect.poll(() => isSleeping(test)).toBe(true);
    network.cut();
    for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected' });
    expect(session.isUsable).toBe(false);
    expect(onLost).toHaveBeenCalledTimes(1);
    network.heal();
    await expect(session.sql`select 1`).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(network.count).toBe(1);
  });

  test('behavior: a server that closes the connection immediately', async () => {
    await using test = await createTestDatabase();
    await using network = await startTcpProxy(test.address);
    network.cut();
    await expect(Session.open(network.url, options)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(network.count).toBe(1);
  });

  test('error: a standby', async () => {
    await using directory = await preparedDirectory();
    const cluster = join(directory.path, 'cluster');
    await writeFile(join(cluster, 'standby.signal'), '');
    await using server = await startPlainPostgres(cluster);
    const { socketDirectory } = server;
    const address = { socketDirectory, user: 'mintmark', database: 'mintmark' };
    await expect(Session.open(address, options)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'this PostgreSQL is a read-only standby',
    });
  });

  test('behavior: destroy', async () => {
    await using test = await createTestDatabase();
    const session = await Session.open(test.address, options);
    expect(session.isUsable).toBe(true);
    session.destroy();
    expect(session.isUsable).toBe(false);
    await expect(session.sql`select 1`).rejects.toThrow();
    await session.end();
  });

  test('behavior: end, when the other side does not close the connection', async () => {
    await using test = await createTestDatabase();
    const { socketDirectory, user, database } = test.address as SocketAddress;
    const accepted = Promise.withResolvers<Socket>();
    const relay = createServer({ allowHalfOpen: true }, (client) => {
      const upstream = connect(join(socketDirectory, socketName));
      client.on('error', () => {}).pipe(upstream, { end: false });
      upstream.pipe(client, { end: false });
      accepted.resolve(client);
    });
    await once(relay.listen(0, '127.0.0.1'), 'listening');
    const session = await Session.open(
      `postgres://${user}@127.0.0.1:${(relay.address() as AddressInfo).port}/${database}`,
      options,
    );
    const client = await accepted.promise;
    await session.end();
    // Data that is sent to a closed socket is answered by a reset.
    const isClosed = () => {
      client.write('x');
      return client.destroyed;
    };
    await expect.poll(isClosed, { timeout: 10_000 }).toBe(true);
    relay.close();
  });
});

async function isSleeping({ superuser, name }: TestDatabase): Promise<boolean> {
  const rows = await runStatement(
    superuser,
    (sql) => sql`select 1 from pg_stat_activity where datname = ${name} and wait_event = 'PgSleep'`,
  );
  return rows.length > 0;
}

describe('address', () => {
  test.each(['verify-ca', 'constructor'])('error: an unknown sslmode, %s', async (mode) => {
    await expect(attempt(`postgres://user@localhost/x?sslmode=${mode}`)).rejects.toMatchObject({
      code: 'INVALID_URL',
      message: 'the sslmode of the database address must be one of disable, prefer, require, verify-full',
    });
  });

  test('args: sslmode=prefer, with a server that has no TLS', async () => {
    await using test = await createTestDatabase();
    await using network = await startTcpProxy(test.address);
    expect(await attempt(`${network.url}?sslmode=prefer`)).toEqual([{ one: 1 }]);
    await expect(attempt(`${network.url}?sslmode=require`)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
  });

  test('args: a URL', async () => {
    await using test = await createTestDatabase();
    await using network = await startTcpProxy(test.address);
    expect(await attempt(network.url)).toEqual([{ one: 1 }]);
  });

  const secret = 'pass-word-4711';
  const wrong = {
    'no URL': `not a url ${secret}`,
    'another scheme': `mysql://user:${secret}@localhost/x`,
    'a malformed password': `postgres://user:${secret}%zz@localhost/x`,
    'a malformed port': `postgres://user:${secret}@localhost:99999999/x`,
    'several hosts': `postgres://user:${secret}@one,two/x`,
  };
  test.each(Object.entries(wrong))('error: %s', async (_, address) => {
    const error = await attempt(address).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'INVALID_URL' });
    expect(inspect(error, { showHidden: true, depth: Infinity })).not.toContain(secret);
  });

  test('error: no server listens', async () => {
    const error = await attempt(`postgres://user:${secret}@127.0.0.1:1/x`).catch((error: unknown) => error);
    expect(error).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'PostgreSQL cannot be reached (ECONNREFUSED)',
    });
    expect(inspect(error, { showHidden: true, depth: Infinity })).not.toContain(secret);
  });

  test('error: no socket', async () => {
    await expect(attempt({ socketDirectory: '/nowhere', user: 'x', database: 'x' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'PostgreSQL cannot be reached (ENOENT)',
    });
  });

  test('error: no such database', async () => {
    await expect(attempt(withDatabase(inject('testServer').superuser, 'none'))).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
      message: 'PostgreSQL refused the connection: database "none" does not exist',
      details: { sqlState: '3D000' },
    });
  });

  test('error: a role that this user may not use', async () => {
    await expect(attempt({ ...(inject('testServer').role as SocketAddress), user: 'somebody' })).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
      message: 'PostgreSQL refused the connection: Peer authentication failed for user "somebody"',
    });
  });

  test('error: an unknown setting', async () => {
    await using test = await createTestDatabase();
    await using network = await startTcpProxy(test.address);
    await expect(attempt(`${network.url}?pool=5`)).rejects.toMatchObject({
      code: 'ACCESS_DENIED',
      message: expect.stringContaining('"pool"'),
    });
  });
});
