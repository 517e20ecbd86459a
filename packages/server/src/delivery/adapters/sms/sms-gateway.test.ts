import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { createSmsGateway } from './sms-gateway.ts';

const received: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[] =
  [];
let status = 202;
const server = createServer(async (request, response) => {
  const { method, url, headers } = request;
  received.push({ method, url, headers, body: await text(request) });
  response.writeHead(status, { location: 'http://127.0.0.1/' }).end('{}');
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());
beforeEach(() => {
  received.length = 0;
  status = 202;
});

const send = (authorization?: string, signal = new AbortController().signal) => {
  const gatewayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send?from=1`;
  const gateway = createSmsGateway({ gatewayUrl, authorization }, createGuardedFetch());
  return gateway.send({ to: '+15555550100', text: 'Code 1\n"2"' }, { signal, idempotencyKey: 'key-1' });
};

test('default: posts JSON to an address of the operator, which may be private', async () => {
  await send('Bearer s3cret');
  expect(received).toMatchObject([
    {
      method: 'POST',
      url: '/send?from=1',
      headers: { authorization: 'Bearer s3cret', 'content-type': 'application/json', 'idempotency-key': 'key-1' },
      body: '{"to":"+15555550100","text":"Code 1\\n\\"2\\"","idempotencyKey":"key-1"}',
    },
  ]);
});

test('behavior: no credentials unless configured', async () => {
  await send();
  expect(received[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  [400, true],
  [422, true],
  [302, false],
  [401, false],
  [429, false],
  [500, false],
])('error: the gateway answers %d', async (answered, isPermanent) => {
  status = answered;
  await expect(send('Bearer s3cret')).rejects.toMatchObject({
    name: 'SmsError',
    status: answered,
    isPermanent,
    message: `the SMS gateway refused the message (HTTP ${answered})`,
  });
  expect(received).toHaveLength(1);
});

test('error: the caller aborted it', async () => {
  await expect(send(undefined, AbortSignal.abort())).rejects.toMatchObject({ code: 'ABORTED' });
  expect(received).toEqual([]);
});
