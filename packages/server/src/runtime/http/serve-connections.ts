import type { Socket } from 'node:net';
import { createHttpServer } from './create-http-server.ts';
import type { App } from './exchange.ts';
import type { FindClient } from './find-client.ts';
import type { RequestLog } from './front-door.ts';
import { defaultLimits, type Limits } from './limits.ts';

/** A server for connections that something else has accepted. */
export interface ConnectionServer {
  accept(socket: Socket): void;
  /** Lets requests in flight finish, and resolves when every connection is closed. */
  close(): Promise<void>;
}

interface ConnectionServerOptions {
  readonly limits?: Partial<Limits>;
  readonly log?: (entry: RequestLog) => void;
  /** By default the client is whoever has connected. */
  readonly findClient?: FindClient;
}

/** Serves connections that another process, or another server of this process, has accepted. */
export function serveConnections(
  app: App,
  { log = () => {}, ...options }: ConnectionServerOptions = {},
): ConnectionServer {
  const limits = { ...defaultLimits, ...options.limits };
  const { server, beginStop } = createHttpServer(app, limits, log, options.findClient);
  // node:http begins to enforce its timeouts when it listens, which this server never does.
  server.emit('listening');
  const open = new Set<Socket>();
  const closed = Promise.withResolvers<void>();
  let isStopping = false;
  return {
    accept(socket) {
      // node:net applies this limit only to connections that it has accepted itself.
      if (open.size >= limits.connections) return void socket.destroy();
      open.add(socket);
      socket.once('close', () => {
        open.delete(socket);
        if (isStopping && open.size === 0) closed.resolve();
      });
      // Like a connection that node:http has accepted: it decides itself what the end of the client's half means.
      socket.allowHalfOpen = true;
      server.emit('connection', socket);
    },
    async close() {
      isStopping = true;
      beginStop();
      server.closeIdleConnections();
      const timer = setTimeout(() => server.closeAllConnections(), limits.graceMs);
      if (open.size > 0) await closed.promise;
      clearTimeout(timer);
      // Ends the timer of the timeouts. The server does not listen, so its error about that means nothing.
      server.close(() => {});
    },
  };
}
