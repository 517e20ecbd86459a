import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { HandOver, type Server } from './hand-over.ts';

/** A server that keeps what it was sent. */
class TestServer implements Server {
  readonly got: { number: number; socket: Socket; failed: () => void }[] = [];
  send(number: number, socket: Socket, failed: () => void): void {
    this.got.push({ number, socket, failed });
  }
  get names(): unknown[] {
    return this.got.map(({ socket }) => (socket as unknown as { name: string }).name);
  }
}

interface TestSocket {
  readonly name: string;
  isDestroyed: boolean;
}
function socketNamed(name: string): Socket & TestSocket {
  const socket = {
    name,
    isDestroyed: false,
    destroy() {
      socket.isDestroyed = true;
    },
  };
  return socket as unknown as Socket & TestSocket;
}

function create(servers: number) {
  const here: string[] = [];
  const handOver = new HandOver((socket) => here.push((socket as unknown as TestSocket).name));
  const all = Array.from({ length: servers }, () => new TestServer());
  for (const server of all) handOver.add(server);
  const confirmAll = () => {
    for (const server of all) for (const { number } of server.got) handOver.confirm(server, number);
  };
  return { handOver, here, all: all as [TestServer, TestServer], confirmAll };
}

test('default: servers take turns', () => {
  const { handOver, all, confirmAll } = create(2);
  for (const name of ['a', 'b', 'c', 'd']) {
    expect(handOver.take(socketNamed(name))).toBe(true);
    confirmAll();
  }
  expect(all.map(({ names }) => names)).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ]);
});

test('behavior: a server that does not confirm gets no more', () => {
  const { handOver, all } = create(2);
  for (const name of ['a', 'b', 'c', 'd']) {
    handOver.take(socketNamed(name));
    for (const { number } of all[1].got) handOver.confirm(all[1], number);
  }
  expect(all.map(({ names }) => names)).toEqual([['a'], ['b', 'c', 'd']]);
});

test('behavior: closes its own descriptor when the server has confirmed', () => {
  const { handOver, confirmAll } = create(1);
  const socket = socketNamed('a');
  handOver.take(socket);
  expect(socket.isDestroyed).toBe(false);
  confirmAll();
  expect(socket.isDestroyed).toBe(true);
});

test('behavior: connections that a dead server has not begun to read go to another one, or are answered here', () => {
  const { handOver, here, all } = create(2);
  handOver.take(socketNamed('a'));
  handOver.take(socketNamed('b'));
  handOver.confirm(all[1], 2);
  handOver.remove(all[0]);
  expect(all[1].names).toEqual(['b', 'a']);
  handOver.remove(all[1]);
  expect(here).toEqual(['a']);
  expect(handOver.take(socketNamed('c'))).toBe(false);
});

test('behavior: a connection that could not be sent goes to another server, once', async () => {
  const { handOver, all } = create(2);
  handOver.take(socketNamed('a'));
  all[0].got[0]?.failed();
  handOver.remove(all[0]);
  all[0].got[0]?.failed();
  await setImmediate();
  expect(all[1].names).toEqual(['a']);
});

test('behavior: a server that has died, but is not removed yet, does not block the event loop', async () => {
  const { handOver, all } = create(1);
  const dead: Server = { send: (_, __, failed) => process.nextTick(failed) };
  handOver.add(dead);
  for (const name of ['a', 'b']) handOver.take(socketNamed(name));
  await setImmediate();
  handOver.remove(dead);
  await setImmediate();
  expect(all[0].names.toSorted()).toEqual(['a', 'b']);
});

test('behavior: after the close, unread connections are closed', () => {
  const { handOver, here, all } = create(1);
  const socket = socketNamed('a');
  handOver.take(socket);
  handOver.close();
  handOver.remove(all[0]);
  expect([socket.isDestroyed, here]).toEqual([true, []]);
});
