import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface HostedFile {
  readonly contentType: string;
  readonly body: string | Uint8Array;
}

/** A web server on the loopback. */
export interface StaticHost extends AsyncDisposable {
  readonly origin: string;
}

/** Serves files by their path. Browsers allow WebCrypto without https on `localhost` and 127.0.0.1. */
export async function startStaticHost(
  files: ReadonlyMap<string, HostedFile>,
  headers: Readonly<Record<string, string>> = {},
): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return response.writeHead(404).end();
    return response.writeHead(200, { ...headers, 'Content-Type': file.contentType }).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
