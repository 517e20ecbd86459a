import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../core/model/api-error.ts';
import { Disconnected, type IncomingRequest } from './exchange.ts';
import type { FindClient } from './find-client.ts';

/** Reads the head of a message. A client that waits for `100 Continue` gets it only when the body is read. */
export function readRequest(
  message: IncomingMessage,
  maxHeaders: number,
  findClient: FindClient,
  askForBody: () => void,
): IncomingRequest {
  const { headersDistinct } = message;
  const header = (name: string) => headersDistinct[name] ?? [];
  return {
    method: message.method ?? '',
    path: pathOf(message.url ?? ''),
    header,
    readBody: (maxBytes) => readBody(message, maxBytes, askForBody),
    address: findClient(message.socket.remoteAddress ?? '', header),
    refusal: refusalOfHead(message, maxHeaders),
  };
}

function pathOf(target: string): string {
  // RFC 9112 §3.2.2: a server must accept the absolute form, though clients send it only to proxies.
  const [path = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1);
  // Some clients append the path to a base URL that ends in a slash.
  return path.replace(/^\/\/+/, '/');
}

/** Refuses what the parser accepts but a proxy in between could interpret differently. */
function refusalOfHead(message: IncomingMessage, maxHeaders: number): ApiError | undefined {
  const {
    host = [],
    'content-encoding': encodings = [],
    'transfer-encoding': transfers = [],
  } = message.headersDistinct;
  // The parser drops headers over its own limit, which is one higher.
  if (message.rawHeaders.length / 2 > maxHeaders)
    return new ApiError('REQUEST_INVALID', `more than ${maxHeaders} headers`, { status: 431 });
  if (host.length > 1 || (host.length === 0 && message.httpVersion !== '1.0'))
    return new ApiError('REQUEST_INVALID', 'exactly one Host header is required');
  if (transfers.some((coding) => coding.toLowerCase() !== 'chunked'))
    return new ApiError('REQUEST_INVALID', 'Transfer-Encoding can only be chunked');
  if (encodings.length > 0)
    return new ApiError(
      'REQUEST_INVALID',
      'Content-Encoding is not supported: the body must be the bytes that were stamped',
    );
  return undefined;
}

/** Reads at most `maxBytes`, whatever Content-Length says. */
function readBody(message: IncomingMessage, maxBytes: number, askForBody: () => void): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) reject(new ApiError('REQUEST_TOO_LARGE'));
  else {
    const chunks: Buffer[] = [];
    let length = 0;
    // Not with `for await`: leaving the loop early would close the connection before the answer is sent.
    message.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return void chunks.push(chunk);
      chunks.length = 0;
      reject(new ApiError('REQUEST_TOO_LARGE'));
    });
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', () => reject(new Disconnected()));
    askForBody();
  }
  return promise;
}
