import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type DebianPostgres, findDebianPostgres, startDebianPostgres } from '@mintmark/testing/debian-postgres';
import { copyPrepared } from '@mintmark/testing/prepared-directory';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import type { Database } from '../store/database.ts';
import { openStore } from './open-store.ts';

async function instanceOf(database: Database): Promise<string> {
  const [row] = await database.query((sql) => sql<[{ id: string }]>`select id from instance`);
  return row.id;
}

describe('embedded', () => {
  test('default', async () => {
    await using directory = await temporaryDirectory();
    const options = { database: 'embedded', dataDirectory: join(directory.path, 'data') };
    const first = await openStore(options);
    const id = await instanceOf(first.database);
    await first.close();
    await using second = await openStore(options);
    expect(await instanceOf(second.database)).toBe(id);
    expect(existsSync(join(options.dataDirectory, 'postgres', 'cluster'))).toBe(true);
  });

  test('error: a second one at the same time', async () => {
    await using directory = await temporaryDirectory();
    await copyPrepared(join(directory.path, 'postgres'));
    const options = { database: 'embedded', dataDirectory: directory.path };
    await using _store = await openStore(options);
    await expect(openStore(options)).rejects.toMatchObject({ code: 'IN_USE' });
  });
});

describe('ephemeral', () => {
  test('default', async () => {
    await using directory = await temporaryDirectory();
    const dataDirectory = join(directory.path, 'data');
    await using first = await openStore({ database: 'ephemeral', dataDirectory });
    await using second = await openStore({ database: 'ephemeral', dataDirectory });
    expect(await instanceOf(first.database)).not.toBe(await instanceOf(second.database));
    expect(existsSync(dataDirectory)).toBe(false);
  });
});

describe('address', () => {
  test('error: a server that could lose acknowledged commits', async () => {
    await using test = await createTestDatabase();
    await using network = await startTcpProxy(test.address);
    await expect(openStore({ database: network.url })).rejects.toMatchObject({
      code: 'NOT_DURABLE',
    });
  });
});

const bin = await findDebianPostgres('the store on Debian’s PostgreSQL');

describe.skipIf(!bin)('Debian’s PostgreSQL, the oldest supported version', () => {
  let server: DebianPostgres;
  beforeAll(async () => {
    server = await startDebianPostgres(bin as string);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('default', async () => {
    const stores = await Promise.all([1, 2, 3].map(() => openStore({ database: server.url })));
    const ids = await Promise.all(stores.map(({ database }) => instanceOf(database)));
    expect(new Set(ids).size).toBe(1);
    await stores[0]?.database.transaction(async (sql) => {
      await sql`create table entry (id bigint primary key, bytes bytea)`;
      await sql`insert into entry values (${1n}, ${Uint8Array.of(1)})`;
      const duplicate = sql.savepoint(() => sql`insert into entry values (${1n}, null)`);
      await expect(duplicate).rejects.toMatchObject({ code: 'UNIQUE_VIOLATION' });
    });
    const rows = await stores[1]?.database.query((sql) => sql`select * from entry`);
    expect(rows).toEqual([{ id: 1n, bytes: Uint8Array.of(1) }]);
    for (const { close } of stores) await close();
  });

  test.each(['require', 'prefer'])('behavior: TLS with sslmode=%s', async (mode) => {
    await using store = await openStore({ database: `${server.url}?sslmode=${mode}` });
    const isEncrypted = await store.database.query(
      (sql) => sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`,
    );
    expect(isEncrypted).toEqual([{ ssl: true }]);
  });

  test('error: an untrusted certificate', async () => {
    await expect(openStore({ database: `${server.url}?sslmode=verify-full` })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
    });
  });

  test('error: a wrong password', async () => {
    const database = server.url.replace(server.password, 'wrong-horse');
    const error = await openStore({ database }).catch((error: unknown) => error);
    expect(error).toMatchObject({
      code: 'ACCESS_DENIED',
      message: 'PostgreSQL refused the connection: password authentication failed for user "mintmark"',
    });
    expect(inspect(error, { showHidden: true, depth: Infinity })).not.toContain('wrong-horse');
  });
});
