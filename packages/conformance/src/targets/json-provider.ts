import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider outside of the service. */
export interface JsonProvider extends AsyncDisposable {
  readonly url: string;
}

export interface JsonAnswer {
  readonly status: number;
  readonly json: object;
}

/** Starts a provider with JSON answers on a loopback address. */
export async function startJsonProvider(
  answer: (request: IncomingMessage) => JsonAnswer | Promise<JsonAnswer>,
): Promise<JsonProvider> {
  const server = createServer(async (request, response) => {
    const { status, json } = await answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
