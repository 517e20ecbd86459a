import { once } from 'node:events';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A reverse proxy, which ends with its `await using` scope. */
export interface ReverseProxy extends AsyncDisposable {
  readonly port: number;
}

/** Starts a proxy that sends all requests to a port from one address, and says in `X-Forwarded-For` where each came from. */
export async function startReverseProxy(servicePort: number, localAddress: string): Promise<ReverseProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const server = createServer((received, response) => {
    const { method, url: path, headers } = received;
    const sent = httpRequest({
      ...{ agent, host: '127.0.0.1', port: servicePort, localAddress, method, path },
      headers: { ...headers, 'x-forwarded-for': received.socket.remoteAddress },
    });
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    received.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
