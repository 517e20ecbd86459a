import { type OutgoingHttpHeaders, request } from 'node:http';
import { ApiError } from '../src/core/model/api-error.ts';
import type { App } from '../src/runtime/http/exchange.ts';
import type { Actor } from './service.ts';

/** The answer that a caller sees. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let addresses = 0;
/** A new client address, with its full rate limit. */
export const newAddress = () => `address ${++addresses}`;

/** Sends raw bytes to the service; by default each request comes from a new address. */
export async function sendBytes(
  app: App,
  path: string,
  body: Uint8Array,
  headers: Readonly<Record<string, readonly string[]>>,
  address = newAddress(),
): Promise<Answer> {
  const answer = await app({
    method: 'POST',
    path,
    header: (name) => headers[name] ?? [],
    readBody: async (maxBytes) => {
      if (body.length > maxBytes) throw new ApiError('REQUEST_TOO_LARGE');
      return body;
    },
    address,
  });
  return { ...answer, body: String(answer.body) };
}

/** The header that stamps a body. */
export async function stampFor({ stamper }: Pick<Actor, 'stamper'>, body: Uint8Array) {
  const { name, value } = await stamper.stamp(body);
  return { [name.toLowerCase()]: [value] };
}

/** The same over a connection. */
export function sendOverSocket(
  url: string,
  path: string,
  body: Uint8Array,
  headers: Readonly<Record<string, readonly string[]>>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = { 'content-length': body.length, ...headers };
    const sent = request(`${url}${path}`, { method: 'POST', headers: outgoing as OutgoingHttpHeaders }, (message) => {
      const { 'content-type': type = '' } = message.headers;
      const status = message.statusCode ?? 0;
      message.setEncoding('utf8');
      let text = '';
      message.on('data', (chunk: string) => {
        text += chunk;
      });
      message.on('end', () => resolve({ status, headers: { 'Content-Type': type }, body: text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
