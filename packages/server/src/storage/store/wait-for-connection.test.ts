import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { openDatabase } from './database.ts';
import { waitForConnection } from './wait-for-connection.ts';

let shared: TestDatabase;
beforeAll(async () => {
  shared = await createTestDatabase();
});
afterAll(() => shared[Symbol.asyncDispose]());

/** A database behind a network that can fail. */
async function openBehindProxy() {
  const stack = new AsyncDisposableStack();
  const proxy = stack.use(await startTcpProxy(shared.address));
  const database = openDatabase({ address: proxy.url, ephemeral: true, timeoutMs: 250 });
  stack.defer(() => database.close());
  return { proxy, database, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('default: slow attempts are repeated until one succeeds', async () => {
  await using behind = await openBehindProxy();
  const { proxy, database } = behind;
  proxy.stall();
  const connected = waitForConnection(database);
  await expect.poll(() => proxy.count).toBeGreaterThan(1);
  proxy.heal();
  await connected;
  expect(database.connections.busy).toBe(0);
});

test('error: attempts are slow for too long', async () => {
  await using behind = await openBehindProxy();
  behind.proxy.stall();
  await expect(waitForConnection(behind.database, { timeoutMs: 0 })).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:UNAVAILABLE|TIMEOUT)$/),
  });
});

test('error: a PostgreSQL that is not there is not waited for', async () => {
  await using behind = await openBehindProxy();
  behind.proxy.cut();
  await expect(waitForConnection(behind.database)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(behind.proxy.count).toBe(1);
});
