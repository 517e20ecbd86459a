import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ApiError } from '../api-error.ts';
import type { App } from '../app.ts';
import type { IncomingRequest, OutgoingAnswer } from './exchange.ts';

/** The service as a listener of a node:http server. */
export const createListener =
  (app: App): RequestListener =>
  async (message, response) => {
    const answer = await app(readRequest(message));
    send(message, response, answer);
  };

function readRequest(message: IncomingMessage): IncomingRequest {
  const [path = ''] = (message.url ?? '').split('?', 1);
  return {
    method: message.method ?? '',
    // Some clients put the paths of the contract behind a base URL that ends in a slash.
    path: path.replace(/^\/\/+/, '/'),
    header: (name) => message.headersDistinct[name] ?? [],
    readBody: (mostBytes) => readBody(message, mostBytes),
    address: message.socket.remoteAddress ?? '',
  };
}

/** Reads at most so many bytes, whatever the request says of its length. */
async function readBody(message: IncomingMessage, mostBytes: number): Promise<Uint8Array> {
  if (Number(message.headers['content-length'] ?? 0) > mostBytes) throw new ApiError('REQUEST_TOO_LARGE');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw new ApiError('REQUEST_TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

function send(message: IncomingMessage, response: ServerResponse, { status, headers, body }: OutgoingAnswer): void {
  // What was not read of a body would be taken for the next request.
  const isRead = message.complete;
  response.writeHead(status, {
    ...headers,
    'Content-Length': Buffer.byteLength(body),
    ...(!isRead && { Connection: 'close' }),
  });
  response.end(body, () => !isRead && message.destroy());
}
