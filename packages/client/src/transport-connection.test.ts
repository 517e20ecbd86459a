import { describe, expect, test } from 'vitest';
import { me } from '../test/answers.ts';
import { clientOf, users } from '../test/caller.ts';
import { failureOf } from '../test/failure.ts';
import { startService, startSocketService, unusedUrl } from '../test/service.ts';
import { TransportError } from './index.ts';

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Request-Id: request-1\r\n';

describe('error', () => {
  test('connection refused', async () => {
    const url = await unusedUrl();
    const error = await failureOf(clientOf({ url }).whoami(), TransportError);
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', retryable: true, status: undefined });
    expect(error.message).toBe(`whoami: the connection to ${url} failed`);
    expect(error).toHaveProperty('cause.cause.code', 'ECONNREFUSED');
  });

  test.each<[string, Parameters<typeof startSocketService>[0]]>([
    ['ends before the answer', (socket) => socket.end()],
    ['is reset before the answer', (socket) => socket.resetAndDestroy()],
    ['ends in the head', (socket) => socket.end(head)],
    ['ends in the body', (socket) => socket.end(`${head}Content-Length: 100\r\n\r\n{"organizationId":`)],
    [
      'is reset in the body',
      (socket) => socket.write(`${head}Content-Length: 9\r\n\r\n{`, () => socket.resetAndDestroy()),
    ],
    ['ends in a chunk', (socket) => socket.end(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a"`)],
    ['echoes the request', (socket, received) => socket.end(received)],
    ['has a body that cannot be decompressed', (socket) => socket.end(`${head}Content-Encoding: gzip\r\n\r\n{"a":1}`)],
  ])('the connection %s', async (_, answer) => {
    const service = await startSocketService(answer);
    const error = await failureOf(clientOf(service, { retries: 1 }).createUsers(users), TransportError);
    expect(error).toMatchObject({ code: 'CONNECTION_FAILED', retryable: true });
    expect(error.cause).toBeInstanceOf(Error);
    expect(service.sockets.size).toBe(2);
  });
});

test('behavior: opens a new connection after one was lost', async () => {
  const service = await startService((_, response) => response.destroy(), { body: me });
  const client = clientOf(service, { retries: 0 });
  await failureOf(client.whoami(), TransportError);
  expect(await client.whoami()).toEqual(me);
});
