import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running mock. An `await using` declaration closes it at the end of the scope. */
export interface Mock extends AsyncDisposable {
  /** For example `http://127.0.0.1:4010`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and resolves when every connection is closed. Connections still in use are cut after half a second. */
  close(): Promise<void>;
}

/** A client must not find its connection closed because the mock was busy: generating a long answer can take seconds. */
const keepAliveTimeoutMs = 60_000;

/** Starts a server and resolves when it is listening. */
export async function listen(listener: RequestListener, port: number, host: string): Promise<Mock> {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  const closed = Promise.withResolvers<void>();
  server.once('close', closed.resolve);
  const close = () => {
    server.close();
    setTimeout(() => server.closeAllConnections(), 500).unref();
    return closed.promise;
  };
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${actual}`, port: actual, close, [Symbol.asyncDispose]: close };
}
