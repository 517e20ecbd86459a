import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface JsonRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A JSON value to answer with, or a function that answers. */
export type JsonAnswer = object | ((response: ServerResponse, request: JsonRequest) => void);

/** An HTTP server with JSON answers by path, which can be changed while it runs. Other paths are 404. */
export async function startJsonServer() {
  const answers: Record<string, JsonAnswer> = {};
  const requests: JsonRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const received = { method, path, headers, body: await text(request) };
    requests.push(received);
    const answer = answers[path];
    if (typeof answer === 'function') return answer(response, received);
    response.statusCode = answer ? 200 : 404;
    response.end(JSON.stringify(answer ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, answers, requests, close, [Symbol.asyncDispose]: close };
}
