import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type DatabaseAddress, socketName } from '../src/storage/store/database-address.ts';

/** A network that can fail, between a driver and the socket of a PostgreSQL. */
export interface TcpProxy extends AsyncDisposable {
  readonly url: string;
  /** From now on no data passes, though all connections stay open and new ones are accepted. */
  stall(): void;
  /** From now on answers are delayed by this time. */
  slow(ms: number): void;
  /** Stalls from the first data that contains these words. */
  stallAt(words: string): void;
  /** From now on no connection is accepted, and existing ones break. */
  cut(): void;
  /** The same after this many pieces of data, in both directions. */
  cutAfter(pieces: number): void;
  /** From now on these words are replaced by others of the same length. */
  garble(words: string, others: string): void;
  /** Restores the network; data that was held up never arrives. */
  heal(): void;
  /** How many connections were made. */
  readonly count: number;
}

/** Starts a proxy to a PostgreSQL that does not ask for a password. */
export async function startTcpProxy(address: DatabaseAddress): Promise<TcpProxy> {
  if (typeof address === 'string') throw new Error('the proxy needs the address of a socket');
  const { socketDirectory, user, database } = address;
  const sockets = new Set<Socket>();
  let mode: 'open' | 'stalled' | 'cut' = 'open';
  let trigger: string | undefined;
  let slownessMs = 0;
  let piecesLeft = Number.POSITIVE_INFINITY;
  let garbled: readonly [string, string] | undefined;
  let count = 0;
  const server = createServer((client) => {
    count++;
    if (mode === 'cut') return void client.destroy();
    const upstream = connect(join(socketDirectory, socketName));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      let isStuck = false;
      let passed = Promise.resolve();
      from.on('data', (data: Buffer) => {
        if (trigger !== undefined && data.includes(trigger)) {
          mode = 'stalled';
          trigger = undefined;
        }
        // Lost data leaves a gap, and no data may follow a gap.
        isStuck ||= mode !== 'open';
        if (piecesLeft-- <= 0) cut();
        if (isStuck) return;
        if (from === client) return void to.write(garbled ? exchange(data, ...garbled) : data);
        const due = performance.now() + slownessMs;
        passed = passed.then(async () => {
          const ms = due - performance.now();
          if (ms > 0) await setTimeout(ms, undefined, { ref: false });
          to.write(data);
        });
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const cut = () => {
    mode = 'cut';
    breakAll();
  };
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    stall: () => {
      mode = 'stalled';
    },
    slow: (ms) => {
      slownessMs = ms;
    },
    stallAt: (words) => {
      trigger = words;
    },
    cut,
    cutAfter: (pieces) => {
      piecesLeft = pieces;
    },
    garble: (words, others) => {
      garbled = [words, others];
    },
    heal: () => {
      garbled = undefined;
      mode = 'open';
      slownessMs = 0;
      piecesLeft = Number.POSITIVE_INFINITY;
    },
    get count() {
      return count;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      breakAll();
      await once(server, 'close');
    },
  };
}

function exchange(data: Buffer, words: string, others: string): Buffer {
  return Buffer.from(data.toString('latin1').replaceAll(words, others), 'latin1');
}
