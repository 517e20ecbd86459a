import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { readContractDocument } from './contract-document.ts';
import { findOperation, operationsOf } from './operation.ts';
import { sendRequest } from './send-request.ts';

const document = readContractDocument();
const operations = operationsOf(document);
const body = '{"organizationId": "\u{e9}"}';

interface Received {
  readonly url: string | undefined;
  readonly stamp: unknown;
  readonly body: string;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Sends to a service that gives these answers, one after the other. */
async function sendTo(answers: readonly Answer[], name = 'whoami', deadline = new AbortController().signal) {
  const received: Received[] = [];
  server = createServer(async (request, response) => {
    received.push({ url: request.url, stamp: request.headers['x-stamp'], body: await text(request) });
    answers[received.length - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const operation = findOperation(operations, name);
  const credential = { name: 'X-Stamp', value: 'the-stamp' };
  const request = { operation, url: `http://127.0.0.1:${port}${operation.path}`, body, credential };
  const outcome = await sendRequest(document, request, deadline).catch((error) => error);
  return { outcome, received };
}

const answer =
  (status: number, content: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(typeof content === 'string' ? content : JSON.stringify(content));
const ok = answer(200, { userId: 'x' });
const error = (message: string, errorCode: string) => ({ code: 3, message, details: [{ errorCode }] });
const busy = answer(429, error('slow down', 'RATE_LIMITED'), { 'Retry-After': '0' });
const drop: Answer = (_, request) => request.socket.destroy();

describe('sendRequest', () => {
  test('default', async () => {
    const { outcome, received } = await sendTo([ok]);
    expect(outcome).toEqual({ userId: 'x' });
    expect(received).toEqual([{ url: '/public/v1/query/whoami', stamp: 'the-stamp', body }]);
  });

  test.each([
    ['a lost connection', drop],
    ['a rate limit', busy],
    ['an outage', answer(503, 'upstream is down', { 'Retry-After': '0' })],
  ])('behavior: after %s the same bytes are sent again', async (_, first) => {
    const { outcome, received } = await sendTo([first, ok]);
    expect(outcome).toEqual({ userId: 'x' });
    expect(received.length).toBe(2);
    expect(received[1]).toEqual(received[0]);
  });

  test('behavior: gives up after three attempts', async () => {
    const { outcome, received } = await sendTo([busy, busy, busy, ok]);
    expect(outcome.message).toMatch(/^whoami: slow down \(HTTP 429, RATE_LIMITED\)/);
    expect(received.length).toBe(3);
  });

  test('behavior: a sign-up call that may not be repeated is sent once, unless it was not carried out', async () => {
    const lost = await sendTo([drop, ok], 'otp_login_v2');
    expect(lost.outcome.message).toMatch(
      /^the connection to http:\/\/127\.0\.0\.1:\d+ failed.*: it is not known whether/,
    );
    expect(lost.received.length).toBe(1);
    expect((await sendTo([busy, ok], 'otp_login_v2')).received.length).toBe(2);
    expect((await sendTo([drop, ok], 'signup_v2')).received.length).toBe(2);
  });

  test('error: a redirect is not followed', async () => {
    const { outcome, received } = await sendTo([answer(307, '', { Location: '/elsewhere' }), ok]);
    expect(outcome.message).toMatch(
      /answers with a redirect \(HTTP 307\), which is not followed: correct the address$/,
    );
    expect(received.length).toBe(1);
  });

  test('error: a refusal, with its fields and what to do about it', async () => {
    const violation = { field: 'userId\u{1b}[2J', description: 'is not a UUID' };
    const refused = {
      ...error('bad\nrequest', 'REQUEST_INVALID'),
      details: [{ errorCode: 'REQUEST_INVALID', fieldViolations: [violation] }],
    };
    const { outcome } = await sendTo([answer(400, refused, { 'X-Request-Id': 'r-1' })]);
    expect(outcome.message).toBe(
      'whoami: bad request (HTTP 400, REQUEST_INVALID, request r-1)\n' +
        '  userId\\u001b[2J: is not a UUID\n' +
        '  Correct the fields that fieldViolations names and stamp the new body.',
    );
  });

  test.each([
    ['a page', answer(200, '<html>')],
    ['a list', answer(200, '[]')],
    ['a page with an error', answer(404, '<html>')],
  ])('error: %s in place of an answer', async (_, first) => {
    expect((await sendTo([first])).outcome.message).toMatch(
      /^whoami: unexpected answer \(HTTP \d+\): is this the address of/,
    );
  });

  test('error: no answer in time', async () => {
    const deadline = AbortSignal.timeout(200);
    const { outcome } = await sendTo([() => {}], 'whoami', deadline);
    expect(outcome.message).toMatch(/does not answer in time: it is not known whether the request arrived$/);
  });

  test('error: the answer does not end in time', async () => {
    const deadline = AbortSignal.timeout(200);
    const { outcome } = await sendTo([(response) => response.writeHead(200).write('{')], 'whoami', deadline);
    expect(outcome.message).toMatch(/does not answer in time: it is not known whether the request arrived$/);
  });

  test('error: the connection is lost within the answer', async () => {
    const cut: Answer = (response) => {
      response.writeHead(200).write('{', () => response.destroy());
    };
    const { outcome, received } = await sendTo([cut, cut, cut]);
    expect(outcome.message).toMatch(/failed \(ECONNRESET\): it is not known whether the request arrived$/);
    expect(received.length).toBe(3);
  });

  test('error: no service', async () => {
    const { port } = await new Promise<AddressInfo>((resolve) => {
      const closed = createServer().listen(0, '127.0.0.1', () => {
        const address = closed.address() as AddressInfo;
        closed.close(() => resolve(address));
      });
    });
    const operation = findOperation(operations, 'whoami');
    const credential = { name: 'X-Stamp', value: 'x' };
    const request = { operation, url: `http://127.0.0.1:${port}/`, body, credential };
    await expect(sendRequest(document, request, new AbortController().signal)).rejects.toThrow(
      `no service answers at http://127.0.0.1:${port} (ECONNREFUSED): start it first, or correct the address`,
    );
  });
});
