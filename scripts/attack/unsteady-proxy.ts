import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** An unreliable network between a service and the socket of PostgreSQL. */
export interface UnsteadyProxy extends AsyncDisposable {
  readonly port: number;
  /** Delays everything from now on. */
  slow(ms: number): void;
  /** Holds everything back from now on, and delivers it when `heal` is called. */
  pause(): void;
  /** From now on, a connection that sends data loses that data and everything after it, but stays open. */
  stall(): void;
  /** Stalls the chosen connections immediately. */
  stallSome(isChosen: () => boolean): void;
  /** Closes all connections and accepts no new ones. */
  cut(): void;
  /** Ends all faults. Connections that have lost data stay broken. */
  heal(): void;
}

interface Link {
  readonly sockets: readonly [Socket, Socket];
  hasLost: boolean;
}

/** Starts a proxy. It looks up the socket for each connection, because PostgreSQL moves when it restarts. */
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
