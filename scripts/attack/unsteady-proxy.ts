import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** A network that can fail, between a service and the socket of a PostgreSQL. */
export interface UnsteadyProxy extends AsyncDisposable {
  readonly port: number;
  /** From now on everything arrives so much later. */
  slow(ms: number): void;
  /** From now on nothing passes; what was sent meanwhile arrives when all is well again. */
  pause(): void;
  /** From now on connections that send something lose it, and everything after it; they stay open. */
  stall(): void;
  /** The same at once, for the connections that are chosen. */
  stallSome(isChosen: () => boolean): void;
  /** All connections break, and no new one is accepted. */
  cut(): void;
  /** All is well again, except for connections that have lost something. */
  heal(): void;
}

interface Link {
  readonly sockets: readonly [Socket, Socket];
  hasLost: boolean;
}

/** Starts a proxy. Where PostgreSQL is, is asked for each connection: after a restart it is elsewhere. */
export async function startUnsteadyProxy(findSocket: () => Promise<string>): Promise<UnsteadyProxy> {
  const links = new Set<Link>();
  let delayMs = 0;
  let isStalled = false;
  let isCut = false;
  let pause: PromiseWithResolvers<void> | undefined;

  async function open(client: Socket): Promise<void> {
    client.on('error', () => {});
    const path = isCut ? undefined : await findSocket().catch(() => undefined);
    if (path === undefined || client.destroyed || isCut) return void client.destroy();
    const upstream = connect(path).on('error', () => {});
    const link: Link = { sockets: [client, upstream], hasLost: false };
    links.add(link);
    for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
      from.on('close', () => {
        links.delete(link);
        to.destroy();
      });
      let passed = Promise.resolve();
      let waiting = 0;
      from.on('data', (data: Buffer) => {
        link.hasLost ||= isStalled;
        if (link.hasLost) return;
        const due = performance.now() + delayMs;
        const gate = pause?.promise;
        if (delayMs === 0 && !gate && waiting === 0) return void to.write(data);
        waiting++;
        passed = passed.then(async () => {
          await gate;
          const ms = due - performance.now();
          if (ms > 0) await setTimeout(ms);
          to.write(data);
          waiting--;
        });
      });
    }
  }

  const server = createServer((client) => void open(client));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const heal = () => {
    delayMs = 0;
    isStalled = false;
    isCut = false;
    pause?.resolve();
    pause = undefined;
  };
  const breakAll = () => {
    for (const { sockets } of links) for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    slow: (ms) => {
      delayMs = ms;
    },
    pause: () => {
      pause ??= Promise.withResolvers();
    },
    stall: () => {
      isStalled = true;
    },
    stallSome: (isChosen) => {
      for (const link of links) link.hasLost ||= isChosen();
    },
    cut: () => {
      isCut = true;
      breakAll();
    },
    heal,
    async [Symbol.asyncDispose]() {
      heal();
      isCut = true;
      const closed = once(server, 'close');
      server.close();
      breakAll();
      await closed;
    },
  };
}
