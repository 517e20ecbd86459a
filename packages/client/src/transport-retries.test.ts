import { describe, expect, test } from 'vitest';
import { activity, me, page, refusal, result } from '../test/answers.ts';
import { clientOf, createCountingStamper, users } from '../test/caller.ts';
import { failureOf } from '../test/failure.ts';
import { type Answer, type Received, startService } from '../test/service.ts';
import { ApiError, TimeoutError, TransportError } from './index.ts';
import { type CallOptions, createTransport } from './transport.ts';

/** All requests that arrived are the same, including the stamp. */
function expectSame(requests: readonly Received[], count: number): void {
  expect(requests).toHaveLength(count);
  for (const request of requests) expect(request).toEqual(requests[0]);
}

const tooMany = (retryAfter: string) => refusal(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': retryAfter });
const cut: Answer = (_, response) => response.destroy();

describe('behavior: the same bytes with the same stamp are sent again', () => {
  test.each<[string, Answer]>([
    ['429 and Retry-After in seconds', tooMany('1')],
    ['429 and Retry-After 0', tooMany('0')],
    ['429 and Retry-After as a date', (_, response) => response.writeHead(429, { 'Retry-After': inASecond() }).end()],
    ['429 and a past date', tooMany('Thu, 01 Jan 1970 00:00:00 GMT')],
    ['429 and an invalid Retry-After', tooMany('soon')],
    ['429', refusal(429, 'RATE_LIMIT_EXCEEDED')],
    ['a code that is retryable despite its status', refusal(409, 'CONCURRENT_CHANGE')],
    ['500', refusal(500, 'INTERNAL')],
    ['503', refusal(503, 'UNAVAILABLE', { 'Retry-After': '0' })],
    ['a page with 502', page(502)],
    ['an empty 504', { status: 504 }],
    ['a closed connection', cut],
    ['a connection that is reset', (_, response) => response.socket?.resetAndDestroy()],
    [
      'a connection that is reset within the answer',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{', () => response.socket?.resetAndDestroy());
      },
    ],
  ])('%s', async (_, failure) => {
    const stamper = createCountingStamper();
    const service = await startService(failure, activity('COMPLETED'));
    expect(await clientOf(service, { stamper }).createUsersOrThrow(users)).toEqual(result);
    expectSame(service.requests, 2);
    expect(stamper.bodies).toEqual([service.requests[0]?.body]);
  });

  const inASecond = () => new Date(Date.now() + 1000).toUTCString();
});

describe('behavior: not sent again', () => {
  test.each([
    refusal(429, 'RESOURCE_LIMIT_EXCEEDED'),
    // Waiting does not lift a quota, whatever a gateway adds to the response.
    refusal(429, 'RESOURCE_LIMIT_EXCEEDED', { 'Retry-After': '0' }),
    refusal(501, 'UNIMPLEMENTED'),
    refusal(400, 'INVALID_TIME'),
    refusal(413, 'REQUEST_TOO_LARGE'),
    refusal(409, 'ALREADY_EXISTS'),
    refusal(404, 'A_NEWER_CODE'),
    refusal(400, 'toString'),
  ])('%j', async (answer) => {
    const service = await startService(answer);
    await failureOf(clientOf(service).createUsers(users), ApiError);
    expect(service.requests).toHaveLength(1);
  });

  test('a page with 501', async () => {
    const service = await startService(page(501));
    await failureOf(clientOf(service).createUsers(users), TransportError);
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    ['3600', 3_600_000],
    [new Date(Date.now() + 3_600_000).toUTCString(), expect.any(Number)],
  ])('error: Retry-After %s is longer than the time left', async (retryAfter, retryAfterMs) => {
    const service = await startService(tooMany(retryAfter));
    const error = await failureOf(clientOf(service).whoami(), ApiError);
    expect(error).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', status: 429, retryable: true, retryAfterMs });
    expect(error.retryAfterMs).toBeGreaterThan(3_000_000);
    expect(service.requests).toHaveLength(1);
  });
});

describe('retries', () => {
  test('default: twice, then the last failure', async () => {
    const service = await startService(page(502), cut, refusal(503, 'UNAVAILABLE'), { body: me });
    const error = await failureOf(clientOf(service).whoami(), ApiError);
    expect(error).toMatchObject({ code: 'UNAVAILABLE', status: 503, retryable: true });
    expectSame(service.requests, 3);
  });

  test.each([
    [{ retries: 0 }, {}, 1],
    [{ retries: 1 }, {}, 2],
    [{ retries: 0 }, { retries: 1 }, 2],
    [{ retries: 1 }, { retries: 0 }, 1],
    [{}, { retries: 3 }, 4],
  ])('args: %j of the client, %j of the call', async (options, call, count) => {
    const service = await startService(refusal(503, 'UNAVAILABLE', { 'Retry-After': '0' }));
    await failureOf(clientOf(service, options).whoami({}, call), ApiError);
    expectSame(service.requests, count);
  });

  test('error: the timeout passes first', async () => {
    const busy = refusal(503, 'UNAVAILABLE', { 'Retry-After': '0' });
    const service = await startService(busy, busy, () => {});
    const client = clientOf(service, { timeout: 2000, retries: Number.POSITIVE_INFINITY });
    expect(await failureOf(client.whoami(), TimeoutError)).toMatchObject({ code: 'TIMEOUT', retryable: true });
    expectSame(service.requests, 3);
  });
});

describe('a request that must not be sent twice', () => {
  const send = (url: string, options: CallOptions = {}) =>
    createTransport({ baseUrl: url })(
      {
        operation: 'probe',
        path: '/v1/probe',
        body: '{}',
        credential: { name: 'X-Auth-Proxy-Config-Id', value: 'a-configuration' },
        isRepeatable: false,
      },
      options,
    );

  test.each([
    refusal(503, 'UNAVAILABLE', { 'Retry-After': '0' }),
    refusal(500, 'INTERNAL'),
    refusal(409, 'CONCURRENT_CHANGE'),
    refusal(429, 'RESOURCE_LIMIT_EXCEEDED'),
  ])('error: %j', async (answer) => {
    const service = await startService(answer);
    expect(await failureOf(send(service.url), ApiError)).toMatchObject({ retryable: false });
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    ['a page with 502', page(502)],
    ['a closed connection', cut],
    ['a connection that is reset', (_, response) => response.socket?.resetAndDestroy()],
    [
      'a connection that is reset within the answer',
      (_, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{', () => response.socket?.resetAndDestroy());
      },
    ],
  ])('error: %s', async (_, answer) => {
    const service = await startService(answer);
    expect(await failureOf(send(service.url), TransportError)).toMatchObject({ retryable: false });
    expect(service.requests).toHaveLength(1);
  });

  test('error: a timeout', async () => {
    const service = await startService(() => {});
    expect(await failureOf(send(service.url, { timeout: 2000 }), TimeoutError)).toMatchObject({ retryable: false });
    expect(service.requests).toHaveLength(1);
  });

  test('behavior: 429 is retried, since nothing was done', async () => {
    const service = await startService(tooMany('0'), { body: {} });
    expect(await send(service.url)).toEqual({});
    expectSame(service.requests, 2);
  });
});
