import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { operation } from '../test/documented.ts';
import { createMock, createMockListener } from './index.ts';

const whoami = operation('whoami');
const init = { method: 'POST', headers: { 'X-Stamp': 'any' }, body: JSON.stringify(whoami.request) };
const json = { ...init, headers: { ...init.headers, 'Content-Type': 'application/json' } };

/** A client that writes the given bytes and ignores connection errors. */
function client(port: number, bytes = ''): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  return socket;
}

test('default', async () => {
  const mock = await createMock();
  expect(mock.url).toBe(`http://127.0.0.1:${mock.port}`);
  expect(mock.port).toBeGreaterThan(0);
  expect((await fetch(mock.url + whoami.path, json)).status).toBe(200);
  await mock.close();
  await expect(fetch(mock.url + whoami.path, json)).rejects.toThrow('fetch failed');
});

test('args: port and host', async () => {
  const first = await createMock();
  await expect(createMock({ port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE', port: first.port });
  await first.close();
  const second = await createMock({ port: first.port, host: 'localhost' });
  expect(second).toMatchObject({ url: `http://localhost:${first.port}`, port: first.port });
  expect((await fetch(second.url + whoami.path, json)).status).toBe(200);
  await second.close();
});

test('behavior: closes at the end of the scope', async () => {
  let url: string;
  {
    await using mock = await createMock();
    url = mock.url;
    expect((await fetch(url + whoami.path, json)).status).toBe(200);
  }
  await expect(fetch(url + whoami.path, json)).rejects.toThrow('fetch failed');
});

test('behavior: closes whatever its clients do, and can be closed twice', async () => {
  const mock = await createMock();
  const head = `POST ${whoami.path} HTTP/1.1\r\nHost: localhost\r\nX-Stamp: any\r\n`;
  const silent = client(mock.port);
  const unfinished = client(mock.port, head);
  const slow = client(mock.port, `${head}Content-Length: 100\r\n\r\n{`);
  const body = JSON.stringify(whoami.request);
  const waiting = client(mock.port, `${head}Prefer: scenario=slow\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  const keptAlive = client(mock.port, `${head}Content-Length: ${body.length}\r\n\r\n${body}`);
  expect(String((await once(keptAlive, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  const ends = [silent, unfinished, slow, waiting, keptAlive].map((socket) => once(socket, 'close'));
  await Promise.all([mock.close(), mock.close()]);
  await Promise.all(ends);
  await mock.close();
});

test('behavior: a client may keep an idle connection for a minute', async () => {
  await using mock = await createMock();
  expect((await fetch(mock.url + whoami.path, json)).headers.get('keep-alive')).toBe('timeout=60');
});

test('behavior: a listener in your own server', async () => {
  const listener = await createMockListener();
  const server = createServer((request, response) => {
    if (request.url === '/mine') response.end('mine');
    else listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await (await fetch(`${origin}/mine`)).text()).toBe('mine');
  expect((await fetch(origin + whoami.path, json)).status).toBe(200);
  server.close();
  server.closeAllConnections();
});
