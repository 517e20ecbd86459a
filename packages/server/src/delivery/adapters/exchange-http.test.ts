import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';
import { OutboundError } from './outbound-error.ts';

const guardedFetch = createGuardedFetch();

/** Calls a server that does this to each connection once a request came, and returns the answer or the error. */
async function callOf(serve: (socket: Socket) => void, { maxBytes = 1000, timeoutMs = 5000 } = {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('data', () => serve(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    return await guardedFetch({ url, method: 'GET', isConfigured: true, maxBytes, timeoutMs });
  } catch (error) {
    expect(error).toBeInstanceOf(OutboundError);
    return error as OutboundError;
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const answering = (...parts: readonly (string | Buffer)[]) =>
  callOf((socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  });

/** Sends this again and again, as fast as it is read. */
const endless = (piece: string | Buffer) => (socket: Socket) => {
  const send = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', send);
  send();
};

/** Sends this every 20 ms. */
const trickle = (piece: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
};

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`;

describe('answers', () => {
  test.each([
    ['a length', `${ok}content-length: 2\r\n\r\nhi`, 'hi'],
    ['chunks', `${chunked}1\r\nh\r\n1\r\ni\r\n0\r\n\r\n`, 'hi'],
    ['no length', `${ok}\r\nhi`, 'hi'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nhi', 'hi'],
    ['HTTP/1.0 without a reason', 'HTTP/1.0 200 \r\n\r\nhi', 'hi'],
    ['no body', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
    ['early hints before it', `HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${ok}content-length: 2\r\n\r\nhi`, 'hi'],
    ['the encoding identity', `${ok}content-encoding: Identity\r\ncontent-length: 2\r\n\r\nhi`, 'hi'],
    ['exactly as many bytes as allowed', `${ok}\r\n${'x'.repeat(1000)}`, 'x'.repeat(1000)],
    ['a byte-order mark', `${ok}\r\n\u{feff}{}`, '\u{feff}{}'],
  ])('behavior: %s', async (_, answer, text) => {
    expect(await answering(answer)).toMatchObject({ text });
  });

  test.each([
    ['not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'BAD_ANSWER'],
    ['HTTP/0.9', '<html>hi</html>', 'BAD_ANSWER'],
    ['another version', 'HTTP/2.0 200 OK\r\n\r\nhi', 'BAD_ANSWER'],
    ['two lengths', `${ok}content-length: 2\r\ncontent-length: 3\r\n\r\nhi`, 'BAD_ANSWER'],
    ['a length and chunks', `${ok}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 'BAD_ANSWER'],
    ['a negative length', `${ok}content-length: -1\r\n\r\nhi`, 'BAD_ANSWER'],
    ['a bad chunk', `${chunked}zz\r\nhi\r\n`, 'BAD_ANSWER'],
    ['a line feed alone', 'HTTP/1.1 200 OK\ncontent-length: 2\n\nhi', 'BAD_ANSWER'],
    ['text that is not UTF-8', Buffer.concat([Buffer.from(`${ok}\r\n`), Buffer.from([0xc3, 0x28])]), 'BAD_ANSWER'],
    ['half a character', Buffer.concat([Buffer.from(`${ok}\r\n`), Buffer.from([0xc3])]), 'BAD_ANSWER'],
    ['an unknown encoding', `${ok}content-encoding: br\r\n\r\nhi`, 'BAD_ANSWER'],
    ['an encoding of the transfer', `${ok}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`, 'BAD_ANSWER'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'BAD_ANSWER'],
    ['a length that is too large', `${ok}content-length: 1001\r\n\r\n`, 'TOO_LARGE'],
    ['one byte too many', `${ok}\r\n${'x'.repeat(1001)}`, 'TOO_LARGE'],
    ['too many bytes of headers', `${ok}x: ${'x'.repeat(20_000)}\r\n\r\nhi`, 'TOO_LARGE'],
    ['less than its length', `${ok}content-length: 3\r\n\r\nhi`, 'UNREACHABLE'],
    ['chunks without an end', `${chunked}2\r\nhi\r\n`, 'UNREACHABLE'],
    ['headers without an end', ok, 'UNREACHABLE'],
    ['nothing', '', 'UNREACHABLE'],
  ])('error: %s', async (_, answer, code) => {
    const error = await answering(answer);
    expect(error).toMatchObject({ code });
    // Errors of the parser hold the bytes that it refused.
    expect(Object.keys(error)).toEqual(['name', 'code', 'isRetryable']);
    expect(inspect(error)).not.toMatch(/rawPacket|OpenSSH|cause/);
  });

  test('error: a gzip bomb is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const error = await answering(`${ok}content-encoding: gzip\r\n\r\n`, bomb);
    expect(error).toMatchObject({ code: 'BAD_ANSWER', message: expect.stringContaining('ENCODED') });
  });

  test.each([
    ['body', `${ok}\r\n`, 'x'.repeat(64)],
    ['body in chunks', chunked, '10\r\n0123456789abcdef\r\n'],
    ['headers', ok, 'x: y\r\n'],
    ['header', `${ok}x: `, 'y'.repeat(64)],
    ['reason', 'HTTP/1.1 200 ', 'y'.repeat(64)],
    ['trailers', `${chunked}0\r\n`, 'x: y\r\n'],
  ])('error: an endless %s', async (_, head, piece) => {
    const before = performance.now();
    const error = await callOf((socket) => {
      socket.write(head);
      endless(piece.repeat(100))(socket);
    });
    expect(error).toMatchObject({ code: 'TOO_LARGE' });
    expect(performance.now() - before).toBeLessThan(4000);
  });

  test.each([
    ['no answer', () => {}],
    ['a body that comes slowly', trickle('x')],
    ['headers that never end', trickle('x: y\r\n')],
    ['hints without an answer', trickle('HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['chunks of one byte', trickle('1\r\nx\r\n')],
  ])('error: %s', async (name, serve) => {
    const before = performance.now();
    const error = await callOf(
      (socket) => {
        if (name.includes('body')) socket.write(`${ok}\r\n`);
        if (name.includes('headers')) socket.write(ok);
        if (name.includes('chunks')) socket.write(chunked);
        serve(socket);
      },
      { timeoutMs: 300 },
    );
    expect(error).toMatchObject({ code: 'TIMEOUT', isRetryable: true });
    expect(performance.now() - before).toBeLessThan(3000);
  });

  test('error: the connection is lost immediately', async () => {
    expect(await callOf((socket) => socket.resetAndDestroy())).toMatchObject({ code: 'UNREACHABLE' });
  });
});
