import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mostConnections, mostHeaders, mostRequestsPerSocket, serverLimits } from './limits.ts';

/** A server that listens. */
export interface Listening {
  readonly url: string;
  /** Stops accepting, lets what runs finish, and resolves when every connection is closed. */
  close(): Promise<void>;
}

/** How long what runs may take after the server was told to stop. */
const gracePeriodMs = 10_000;

/** Starts a server, and resolves when it listens. */
export async function listen(listener: RequestListener, port: number, host: string): Promise<Listening> {
  const server = createServer(serverLimits, listener);
  server.maxHeadersCount = mostHeaders;
  server.maxRequestsPerSocket = mostRequestsPerSocket;
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${(server.address() as AddressInfo).port}`, close: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), gracePeriodMs);
  await closed;
  clearTimeout(timer);
}
