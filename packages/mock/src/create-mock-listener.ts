/// <reference types="node" preserve="true" />
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { document } from '@mintmark/openapi';
import type { Answer } from './answer.ts';
import { corsHeaders, preflightHeaders } from './cors.ts';
import { createErrorAnswers } from './error-answer.ts';
import { readBody } from './read-body.ts';
import { createResponder } from './responder.ts';

const maxBodySize = 256 * 1024;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Creates a listener for your own `node:http` server. It answers every operation of the contract with an example. Stamps
 * must be present but are not verified, and nothing is stored.
 *
 * @example
 * const server = createServer(await createMockListener());
 * server.listen(4010, '127.0.0.1');
 */
export async function createMockListener(): Promise<RequestListener> {
  const errors = createErrorAnswers(document);
  const responder = await createResponder(document, errors);

  return async (request, response) => {
    const id = String(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', uuid.test(id) ? id : randomUUID());
    for (const [name, value] of Object.entries(corsHeaders(request))) response.setHeader(name, value);
    const preflight = preflightHeaders(request);
    if (preflight) return void response.writeHead(204, preflight).end();
    const answer = await answerTo(request).catch((error: Error) =>
      errors('INTERNAL', { message: `the mock failed: ${error.message}` }),
    );
    if (answer !== 'none') await send(answer, response);
  };

  async function answerTo(request: IncomingMessage): Promise<Answer | 'none'> {
    const [path = ''] = (request.url ?? '').split('?', 1);
    const found = responder.find(request.method ?? '', path);
    if ('refusal' in found) return found.refusal;
    const body = await readBody(request, maxBodySize);
    if (body === 'gone') return 'none';
    if (body === 'too large') return errors('REQUEST_TOO_LARGE');
    return responder.answer(found, request.headersDistinct, body);
  }
}

async function send({ status, headers, body, delayMs }: Answer, response: ServerResponse): Promise<void> {
  // The open connection keeps the process alive while a client waits for the response.
  if (delayMs !== undefined) await setTimeout(delayMs, undefined, { ref: false });
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
  });
  response.end(text);
}
