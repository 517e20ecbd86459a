import type { IncomingMessage, ServerResponse } from 'node:http';
import { type App, clientClosedRequest, type OutgoingAnswer } from './exchange.ts';
import type { FindClient } from './find-client.ts';
import type { Limits } from './limits.ts';
import { readRequest } from './read-request.ts';

interface Circumstances {
  /** Whether the client waits for `100 Continue` before it sends its body. */
  readonly asksFirst: boolean;
  /** Whether the connection is to be closed after the answer. */
  readonly isLast: () => boolean;
}

type Listener = (message: IncomingMessage, response: ServerResponse, circumstances: Circumstances) => Promise<void>;

/** The service as a listener of a node:http server. */
export function createListener(
  app: App,
  { lingerMs, headers: maxHeaders }: Pick<Limits, 'lingerMs' | 'headers'>,
  findClient: FindClient,
): Listener {
  return async (message, response, { asksFirst, isLast }) => {
    let isUnasked = asksFirst;
    const askForBody = () => {
      if (isUnasked) response.writeContinue();
      isUnasked = false;
    };
    const answer = await app(readRequest(message, maxHeaders, findClient, askForBody));
    if (answer.status === clientClosedRequest) return;
    // The unread rest of a body would be parsed as the next request.
    const isRead = message.complete;
    response.writeHead(answer.status, headersOf(answer, !isRead || isLast()));
    if (isRead || isUnasked) response.end(answer.body);
    else endLate(message, response, answer, lingerMs);
  };
}

const headersOf = ({ status, headers, body }: OutgoingAnswer, closes: boolean) => ({
  ...headers,
  // RFC 9110 §8.6: a 204 has no Content-Length.
  ...(status !== 204 && { 'Content-Length': Buffer.byteLength(body) }),
  ...(closes && { Connection: 'close' }),
});

/** Answers immediately, and closes when the rest of the body has arrived or after `lingerMs`. */
function endLate(message: IncomingMessage, response: ServerResponse, { body }: OutgoingAnswer, lingerMs: number): void {
  response.flushHeaders();
  response.write(body);
  message.resume();
  const timer = setTimeout(() => response.end(), lingerMs);
  message.once('close', () => {
    clearTimeout(timer);
    response.end();
  });
}
