import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBody } from './read-body.ts';

const server = createServer(async (request, response) => {
  server.emit('body', await readBody(request, 4));
  response.end();
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Sends a request whose body begins with `start`, and returns what was read. */
async function read(length: number, start: string, leaves = false): Promise<unknown> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const seen = once(server, 'request');
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${start}`);
  const body = once(server, 'body');
  await seen;
  if (leaves) socket.resetAndDestroy();
  const [result] = await body;
  socket.destroy();
  return result;
}

test('default', async () => {
  expect(await read(4, 'body')).toEqual(Buffer.from('body'));
  expect(await read(0, '')).toEqual(Buffer.alloc(0));
});

test('behavior: a body that is too large is refused before all of it arrives', async () => {
  expect(await read(1000, 'bodys')).toBe('too large');
});

test('behavior: the client disconnects', async () => {
  expect(await read(4, 'bod', true)).toBe('gone');
});
