import { type AddressInfo, createServer } from 'node:net';
import { RawConnection } from '@mintmark/testing/raw-connection';
import { expect, onTestFinished, test } from 'vitest';
import type { Limits } from './limits.ts';
import { serveConnections } from './serve-connections.ts';

const answer = { status: 200, headers: {}, body: 'ok' };
const get = 'GET / HTTP/1.1\r\nHost: local\r\n\r\n';

async function start(limits: Partial<Limits> = {}, app = async () => answer) {
  const serving = serveConnections(app, { limits });
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (socket) => {
    serving.accept(socket);
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { serving, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('default: answers, and keeps the connection', async () => {
  const { serving, url } = await start();
  using connection = await RawConnection.open(url);
  for (let count = 0; count < 2; count++) expect((await connection.send(get).reply()).body).toBe('ok');
  await serving.close();
  expect(await connection.rest()).toBe('');
});

test('behavior: a client that does not send its headers is cut off', async () => {
  const { url } = await start({ headersTimeoutMs: 50, requestTimeoutMs: 100, checkingIntervalMs: 20 });
  using connection = await RawConnection.open(url);
  expect((await connection.send('GET / HTTP/1.1\r\n').reply()).status).toBe(408);
});

test('behavior: refuses more connections than its limit', async () => {
  const { url } = await start({ connections: 1 });
  using first = await RawConnection.open(url);
  await first.send(get).reply();
  using second = await RawConnection.open(url);
  expect(await second.send(get).rest()).toBe('');
  expect((await first.send(get).reply()).status).toBe(200);
});

test('behavior: the close waits for requests in flight, and cuts them off after the grace period', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof answer>();
  const { serving, url } = await start({ graceMs: 300 }, () => promise);
  using one = await RawConnection.open(url);
  using idle = await RawConnection.open(url);
  one.send(get);
  await new Promise((done) => setTimeout(done, 50));
  const closing = serving.close();
  resolve(answer);
  const reply = await one.reply();
  expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close']);
  // It has never sent a request, so that nothing says that it is idle.
  expect(await idle.rest()).toBe('');
  await closing;
});
