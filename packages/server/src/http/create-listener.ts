import type { IncomingMessage, ServerResponse } from 'node:http';
import { type App, nobody, type OutgoingAnswer } from './exchange.ts';
import type { Limits } from './limits.ts';
import { readRequest } from './read-request.ts';

export interface ListenerOptions {
  readonly limits: Limits;
  /** Whether connections are to be closed after their next answer. */
  readonly isStopping: () => boolean;
}

/** A listener for a node:http server; `asksFirst` says that the client waits to be asked for its body. */
export type Listener = (message: IncomingMessage, response: ServerResponse, asksFirst: boolean) => Promise<void>;

/** The service as a listener of a node:http server. */
export function createListener(app: App, { limits, isStopping }: ListenerOptions): Listener {
  return async (message, response, asksFirst) => {
    let isUnasked = asksFirst;
    const askForBody = () => {
      if (isUnasked) response.writeContinue();
      isUnasked = false;
    };
    send(message, response, await app(readRequest(message, limits.headers, askForBody)), isUnasked);
  };

  function send(message: IncomingMessage, response: ServerResponse, answer: OutgoingAnswer, isUnasked: boolean): void {
    const { status, headers, body } = answer;
    if (status === nobody) return;
    // What was not read of a body would be taken for the next request.
    const isRead = message.complete;
    response.writeHead(status, {
      ...headers,
      ...(status !== 204 && { 'Content-Length': Buffer.byteLength(body) }),
      ...((!isRead || isStopping()) && { Connection: 'close' }),
    });
    if (isRead || isUnasked) return void response.end(body);
    response.flushHeaders();
    response.write(body);
    message.resume();
    const timer = setTimeout(() => response.end(), limits.lingerMs);
    message.once('close', () => {
      clearTimeout(timer);
      response.end();
    });
  }
}
