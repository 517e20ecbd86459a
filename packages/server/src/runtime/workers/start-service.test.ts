import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { expect, test, vi } from 'vitest';
import { readSettings } from '../process/settings.ts';
import { startService } from './start-service.ts';

// A start that hangs is given up after ten seconds. The test does not wait so long.
vi.mock(import('../http/limits.ts'), async (original) => {
  const limits = await original();
  return { ...limits, defaultLimits: { ...limits.defaultLimits, graceMs: 50 } };
});

/** A start on a PostgreSQL that accepts a connection and then says nothing. */
async function hangingStart() {
  const stack = new AsyncDisposableStack();
  const directory = stack.use(await temporaryDirectory());
  const database = createServer((socket) => socket.on('error', () => {}));
  stack.defer(() => void database.close());
  await once(database.listen(0, '127.0.0.1'), 'listening');
  const { port } = database.address() as AddressInfo;
  const exited = Promise.withResolvers<number>();
  const stopping = new AbortController();
  const printed: string[] = [];
  const logged = new EventEmitter();
  const env = {
    PORT: '0',
    MINTMARK_WORKERS: '1',
    MINTMARK_DATA_DIR: join(directory.path, 'data'),
    DATABASE_URL: `postgres://mintmark@127.0.0.1:${port}/mintmark`,
  };
  const connected = once(database, 'connection') as Promise<[Socket]>;
  const started = startService({
    settings: () => readSettings(env),
    env,
    files: {},
    workerProgram: '',
    print: (line) => printed.push(line),
    screen: { write: (lines) => logged.emit('line', lines) },
    signal: stopping.signal,
    onUncaught: () => {},
    exit: exited.resolve,
  });
  // It ends when the test closes the connection.
  started.catch(() => {});
  return { connected, started, stopping, exited, printed, logged, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('behavior: a start that hangs after the signal ends the process', async () => {
  await using start = await hangingStart();
  const [socket] = await start.connected;
  start.stopping.abort('SIGTERM');
  expect(await start.exited.promise).toBe(0);
  expect(start.printed).toEqual([]);
  socket.destroy();
  await expect(start.started).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('behavior: a start that takes long says what it is doing', async () => {
  await using start = await hangingStart();
  const [socket] = await start.connected;
  const [line] = await once(start.logged, 'line');
  expect(JSON.parse(line)).toMatchObject({
    level: 'info',
    message: expect.stringMatching(
      /^still starting after \d+ s: connecting to the database and bringing its tables up to date$/,
    ),
  });
  socket.destroy();
  await expect(start.started).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
