import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on this machine. */
export interface HttpProxy extends AsyncDisposable {
  readonly port: number;
  /** The targets of CONNECT, with the credentials that came along, and the URLs of other requests. */
  readonly asked: readonly { readonly target: string; readonly authorization: string | undefined }[];
}

/** Starts a proxy that connects every tunnel to a port of this machine, whatever the client asked for. */
export async function startHttpProxy(port: number, refusal?: string): Promise<HttpProxy> {
  const asked: { target: string; authorization: string | undefined }[] = [];
  const note = (target = '', authorization?: string) => asked.push({ target, authorization });
  const server = createServer((request, response) => {
    note(request.url);
    response.end('answered by the proxy');
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('connect', ({ url, headers }, client) => {
    note(url, headers['proxy-authorization']);
    client.on('error', () => {});
    if (refusal) return void client.end(refusal);
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
