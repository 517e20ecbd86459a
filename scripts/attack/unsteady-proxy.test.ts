import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../load/service-process.ts';
import { startUnsteadyProxy, type UnsteadyProxy } from './unsteady-proxy.ts';

let stack: AsyncDisposableStack;
let proxy: UnsteadyProxy;

/** An echo server behind the proxy. */
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const directory = stack.use(await temporaryDirectory());
  const path = join(directory.path, 'socket');
  const server = createServer((socket) => socket.on('error', () => {}).pipe(socket)).listen(path);
  await once(server, 'listening');
  stack.defer(() => void server.close());
  proxy = stack.use(await startUnsteadyProxy(async () => path));
});
afterEach(() => stack.disposeAsync());

function open(): Socket {
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => {});
  return stack.adopt(socket, (each) => void each.destroy());
}

async function repeated(socket: Socket, words: string): Promise<string> {
  const answered = once(socket, 'data');
  socket.write(words);
  return `${(await answered)[0]}`;
}

test('default', async () => {
  expect(await repeated(open(), 'hello')).toBe('hello');
});

test('behavior: data sent during a pause arrives after it', async () => {
  const socket = open();
  expect(await repeated(socket, 'first')).toBe('first');
  proxy.pause();
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  socket.write('second ');
  await setTimeout(50);
  expect(text).toBe('');
  proxy.heal();
  socket.write('third');
  await expect.poll(() => text).toBe('second third');
});

test('behavior: later data does not overtake delayed data', async () => {
  const socket = open();
  expect(await repeated(socket, 'first')).toBe('first');
  let text = '';
  socket.on('data', (data) => {
    text += data;
  });
  proxy.slow(400);
  socket.write('second ');
  await setTimeout(100);
  proxy.heal();
  socket.write('third');
  await expect.poll(() => text).toBe('second third');
});

test('behavior: a connection that has lost data receives nothing more, but others do', async () => {
  const [stalled, other] = [open(), open()];
  await repeated(stalled, 'first');
  proxy.stall();
  stalled.write('lost');
  await setTimeout(50);
  proxy.heal();
  let text = '';
  stalled.on('data', (data) => {
    text += data;
  });
  stalled.write('second');
  expect(await repeated(other, 'hello')).toBe('hello');
  expect(text).toBe('');
});

test('behavior: a cut closes all connections, and no new one is served until heal', async () => {
  const socket = open();
  await repeated(socket, 'first');
  const closed = once(socket, 'close');
  proxy.cut();
  await closed;
  await once(open(), 'close');
  proxy.heal();
  expect(await repeated(open(), 'hello')).toBe('hello');
});
