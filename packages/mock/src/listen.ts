import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A mock that listens. It closes itself at the end of an `await using`. */
export interface Mock extends AsyncDisposable {
  /** For example `http://127.0.0.1:4010`, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Stops listening, and resolves when every connection is closed: what is unfinished is cut off after half a second. */
  close(): Promise<void>;
}

/** Starts a server, and resolves when it listens. */
export async function listen(listener: RequestListener, port: number, host: string): Promise<Mock> {
  const server = createServer(listener);
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
