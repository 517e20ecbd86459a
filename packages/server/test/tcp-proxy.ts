import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { SocketAddress } from '../src/store/embedded-postgres.ts';
import { socketName } from '../src/store/socket-directory.ts';

/** A network that can fail, between a driver and the socket of a PostgreSQL. */
export interface TcpProxy extends AsyncDisposable {
  readonly url: string;
  /** From now on nothing passes, though all connections stay open and new ones are accepted. */
  stall(): void;
  /** The same from the first data on that contains these words. */
  stallAt(words: string): void;
  /** From now on no connection is accepted, and those that there are break. */
  cut(): void;
  /** All is well again; what was held up never arrives. */
  heal(): void;
  /** How many connections were made. */
  readonly count: number;
}

/** Opens a way to a PostgreSQL that does not ask for a password. */
export async function startTcpProxy({ socketDirectory, user, database }: SocketAddress): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: 'open' | 'stalled' | 'cut' = 'open';
  let trigger: string | undefined;
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
      from.on('data', (data) => {
        if (trigger !== undefined && data.includes(trigger)) {
          mode = 'stalled';
          trigger = undefined;
        }
        // What was lost once leaves a gap: nothing may follow it.
        isStuck ||= mode !== 'open';
        if (!isStuck) to.write(data);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    stall: () => {
      mode = 'stalled';
    },
    stallAt: (words) => {
      trigger = words;
    },
    cut: () => {
      mode = 'cut';
      breakAll();
    },
    heal: () => {
      mode = 'open';
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
