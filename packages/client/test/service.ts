import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A text is sent as HTML, anything else as JSON. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export type Answer = Reply | ((request: Received, response: ServerResponse) => unknown);

/** A service until the test is over: it gives these answers in turn, the last one for ever, and keeps what it received. */
export async function startService(...answers: readonly Answer[]) {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    // What is cut off is not received.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const received = { path: request.url, headers: request.headers, body };
    requests.push(received);
    const answer = answers[Math.min(requests.length, answers.length) - 1] ?? {};
    if (typeof answer === 'function') answer(received, response);
    else reply(response, answer);
  });
  onTestFinished(() => server.closeAllConnections());
  return { url: await listen(server), requests };
}

/** The same below HTTP: what it does with a connection once the first bytes have come. */
export async function startSocketService(answer: (socket: Socket, received: string) => unknown) {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (bytes) => answer(socket, String(bytes)));
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  return { url: await listen(server), sockets };
}

/** Where nobody listens. */
export async function unusedUrl(): Promise<string> {
  const server = createSocketServer();
  const url = await listen(server);
  server.close();
  return url;
}

export function reply(response: ServerResponse, { status = 200, headers, body }: Reply): void {
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  response.writeHead(status, { 'Content-Type': type, 'X-Request-Id': 'request-1', ...headers });
  response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
