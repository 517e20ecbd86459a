import type { AddressInfo } from 'node:net';
import { baseUrlOf } from './base-url.ts';
import { createHttpServer } from './create-http-server.ts';
import type { App } from './exchange.ts';
import type { FindClient } from './find-client.ts';
import type { RequestLog } from './front-door.ts';
import { defaultLimits, type Limits } from './limits.ts';

/** A server that listens. */
export interface Listening {
  readonly url: string;
  /** Stops accepting, lets requests in flight finish, and resolves when every connection is closed. */
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly port: number;
  readonly host: string;
  readonly limits?: Partial<Limits>;
  /** Called for a connection that is refused before a request could be parsed. */
  readonly log?: (entry: RequestLog) => void;
  /** By default the client is whoever has connected. */
  readonly findClient?: FindClient;
}

/** Starts a server, and resolves when it listens. */
export async function listen(app: App, { port, host, log = () => {}, ...options }: ListenOptions): Promise<Listening> {
  const limits = { ...defaultLimits, ...options.limits };
  const { server, beginStop } = createHttpServer(app, limits, log, options.findClient);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    url: baseUrlOf(host, (server.address() as AddressInfo).port),
    async close() {
      beginStop();
      const closed = new Promise((resolve) => server.close(resolve));
      const timer = setTimeout(() => server.closeAllConnections(), limits.graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}
