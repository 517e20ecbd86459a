import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpAnswer } from '../../core/ports/guarded-fetch.ts';
import { codeOf, OutboundError } from './outbound-error.ts';

export interface HttpRequest {
  /** The scheme, host and port, for errors. */
  readonly origin: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** How many bytes the body of the answer may have. */
  readonly maxBytes: number;
}

const maxHeaderSize = 16 * 1024;
/** A byte-order mark stays in the text, so that a strict parser sees it. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Sends one request on a connection, and reads the answer as text. The connection cannot be used again. */
export async function exchangeHttp(socket: Socket, sent: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const { origin, method, path, headers, body, maxBytes } = sent;
  const refuse = (code: 'TOO_LARGE' | 'BAD_ANSWER', reason?: string) => new OutboundError(code, origin, reason);
  // With a connection of our own there is no agent: no pool, and no proxy of the environment, whatever the flags of Node say.
  const sending = request({
    createConnection: () => socket,
    method,
    path,
    headers: { ...headers, connection: 'close' },
    setHost: false,
    maxHeaderSize,
    insecureHTTPParser: false,
    signal,
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // What the parser refuses after the headers is an error of the request, while the answer only ends early.
  let parserError: Error | undefined;
  sending.on('response', resolve).on('error', (error) => {
    parserError = error;
    reject(error);
  });
  sending.on('upgrade', () => reject(refuse('BAD_ANSWER', 'UPGRADE')));
  sending.end(body);
  try {
    const answer = await promise;
    if (answer.httpVersionMajor !== 1) throw refuse('BAD_ANSWER', 'VERSION');
    const { 'content-encoding': coding = 'identity', 'transfer-encoding': transfer = 'chunked' } = answer.headers;
    // Nothing is decompressed: a few bytes could become many.
    if (coding.toLowerCase() !== 'identity' || transfer.toLowerCase() !== 'chunked')
      throw refuse('BAD_ANSWER', 'ENCODED');
    if (Number(answer.headers['content-length']) > maxBytes) throw refuse('TOO_LARGE');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw refuse('TOO_LARGE');
      chunks.push(chunk);
    }
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: decode(Buffer.concat(chunks), refuse) };
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    const code = codeOf(parserError ?? error);
    if (code === 'HPE_HEADER_OVERFLOW') throw refuse('TOO_LARGE', code);
    if (code?.startsWith('HPE_')) throw refuse('BAD_ANSWER', code);
    throw new OutboundError('UNREACHABLE', origin, code);
  }
}

function decode(bytes: Buffer, refuse: (code: 'BAD_ANSWER', reason: string) => Error): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw refuse('BAD_ANSWER', 'NOT_UTF8');
  }
}
