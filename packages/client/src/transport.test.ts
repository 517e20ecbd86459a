import { createVerifier, decodeApiKeyStamp, parsePublicKey, verifyApiKeyStamp } from '@mintmark/stamper/verify';
import { describe, expect, test, vi } from 'vitest';
import { activity, me, page, refusal } from '../test/answers.ts';
import { apiKey, clientOf, organizationId, users } from '../test/caller.ts';
import { failureOf } from '../test/failure.ts';
import { type Answer, reply, startService } from '../test/service.ts';
import { ApiError, createClient, MintmarkError, TransportError } from './index.ts';

test('default: the stamped bytes arrive at the path of the operation', async () => {
  const service = await startService(activity('COMPLETED'));
  await clientOf(service).createUsers(users);
  const [{ path, headers, body } = expect.fail()] = service.requests;
  expect(path).toBe('/public/v1/submit/create_users');
  expect(headers).toMatchObject({ 'content-type': 'application/json' });
  expect(JSON.parse(body)).toEqual({
    type: 'ACTIVITY_TYPE_CREATE_USERS_V4',
    timestampMs: expect.stringMatching(/^\d{13}$/),
    organizationId,
    parameters: users,
  });
  const decoded = decodeApiKeyStamp(String(headers['x-stamp']));
  if (!decoded.ok) throw decoded.error;
  const credential = await createVerifier(parsePublicKey('p256', apiKey.publicKey));
  const bytes = new TextEncoder().encode(body);
  expect(await verifyApiKeyStamp({ stamp: decoded.stamp, body: bytes, credential })).toMatchObject({ ok: true });
});

describe('baseUrl', () => {
  test.each([
    ['', ''],
    ['/', ''],
    ['/wallets/api', '/wallets/api'],
    ['/wallets/api/', '/wallets/api'],
  ])('args: that ends with "%s"', async (end, prefix) => {
    const service = await startService({ body: me });
    await clientOf({ url: service.url + end }).whoami();
    expect(service.requests).toMatchObject([{ path: `${prefix}/public/v1/query/whoami` }]);
  });

  test.each([
    ...[
      '',
      'mintmark.example.com',
      '//mintmark.example.com',
      'ftp://mintmark.example.com',
      ' https://mintmark.example.com',
    ],
    ...[
      'https://',
      'https://mintmark.example.com?key=1',
      'https://mintmark.example.com/#top',
      'https://a:b@example.com',
    ],
    undefined,
  ])('error: %s', (baseUrl) => {
    const create = () => createClient({ baseUrl: baseUrl as string });
    expect(create).toThrow(MintmarkError);
    expect(create).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', message: expect.not.stringContaining('a:b') }),
    );
  });
});

describe('fetch', () => {
  test('args: gets the address and the parts of the request', async () => {
    const calls: [url: string, init: RequestInit][] = [];
    const fetch = async (...call: [url: string, init: RequestInit]) => {
      calls.push(call);
      return Response.json(me);
    };
    await clientOf({ url: 'https://mintmark.example.com' }, { fetch }).whoami(
      {},
      { headers: { Prefer: 'dynamic=true' } },
    );
    const [[url, init] = expect.fail()] = calls;
    expect(url).toBe('https://mintmark.example.com/public/v1/query/whoami');
    expect(init).toMatchObject({ method: 'POST', body: JSON.stringify({ organizationId }), redirect: 'manual' });
    expect(init.signal).toBeInstanceOf(AbortSignal);
    expect(new Headers(init.headers).get('Prefer')).toBe('dynamic=true');
  });

  test('behavior: the global fetch is looked up at each call and has no receiver', async () => {
    const client = clientOf({ url: 'https://mintmark.example.com' });
    vi.stubGlobal('fetch', async function (this: unknown) {
      return Response.json({ receiver: typeof this });
    });
    expect(await client.whoami().finally(() => vi.unstubAllGlobals())).toEqual({ receiver: 'undefined' });
  });

  test('error: throws synchronously', async () => {
    const fetch = () => {
      throw new Error('no network here');
    };
    const call = clientOf({ url: 'https://mintmark.example.com' }, { fetch, retries: 0 }).whoami();
    expect(await failureOf(call, TransportError)).toMatchObject({
      code: 'CONNECTION_FAILED',
      retryable: true,
      cause: { message: 'no network here' },
    });
  });
});

describe('a response that the service did not send', () => {
  const retries = 0;
  const foreign = 'whoami: HTTP 200 with an unexpected body';
  const empty = 'whoami: HTTP 200 with an empty body';

  test.each<[string, Answer, string]>([
    ['an HTML page', page(200), foreign],
    ['truncated JSON', { body: '{"organizationId":' }, foreign],
    ['a list', { body: '[]' }, foreign],
    ['a list of objects', { body: '[{}]' }, foreign],
    ['null', { body: 'null' }, foreign],
    ['a JSON string', { body: '"text"' }, foreign],
    ['a number', { body: '5' }, foreign],
    ['no body', {}, empty],
    ['a body of length 0', { headers: { 'Content-Length': '0' } }, empty],
    ['204', { status: 204 }, 'whoami: HTTP 204 with an empty body'],
  ])('error: %s', async (_, answer, message) => {
    const service = await startService(answer);
    const error = await failureOf(clientOf(service).whoami(), TransportError);
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', message, requestId: 'request-1', retryable: false });
    expect(service.requests).toHaveLength(1);
  });

  test.each([
    [502, true],
    [503, true],
    [500, true],
    [501, false],
    [413, false],
    [404, false],
    [418, false],
  ])('error: an HTML page with %i, retryable: %s', async (status, retryable) => {
    const error = await failureOf(clientOf(await startService(page(status)), { retries }).whoami(), TransportError);
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status, retryable, requestId: 'request-1' });
    expect(error.message).toBe(`whoami: HTTP ${status} with an unexpected body`);
  });

  test.each([{ status: 502 }, { status: 502, headers: { 'Content-Length': '0' } }])(
    'error: an empty 502',
    async (answer) => {
      const error = await failureOf(clientOf(await startService(answer), { retries }).whoami(), TransportError);
      expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 502, retryable: true });
      expect(error.message).toBe('whoami: HTTP 502 with an empty body');
    },
  );

  test.each([
    { message: 'Missing Authentication Token' },
    { code: 7, message: 'no', details: {} },
    { code: 7, message: 'no', details: ['text'] },
    { code: 7, details: [] },
    [],
    null,
  ])('error: 403 with the JSON %j', async (body) => {
    const error = await failureOf(clientOf(await startService({ status: 403, body })).whoami(), TransportError);
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 403, retryable: false });
  });
});

describe('a refusal', () => {
  test('error: its code, message, details and request id', async () => {
    const detail = { fieldViolations: [{ field: 'parameters.users.0', description: 'each user needs a credential' }] };
    const service = await startService(refusal(400, 'REQUEST_INVALID', {}, detail));
    const error = await failureOf(clientOf(service).createUsers(users), ApiError);
    expect(error).toMatchObject({ code: 'REQUEST_INVALID', status: 400, requestId: 'request-1', retryable: false });
    expect(error.message).toBe('createUsers was refused: the words of the service (REQUEST_INVALID)');
    expect(error.fieldViolations).toEqual(detail.fieldViolations);
    expect(error.details).toEqual([{ errorCode: 'REQUEST_INVALID', ...detail }]);
    expect(service.requests).toHaveLength(1);
  });

  test('error: the activity that it refers to', async () => {
    const service = await startService(refusal(403, 'FORBIDDEN', {}, { activityId: 'an-activity' }));
    const error = await failureOf(clientOf(service).createUsers(users), ApiError);
    expect(error).toMatchObject({ code: 'FORBIDDEN', activityId: 'an-activity' });
  });

  test.each([
    [413, 'REQUEST_TOO_LARGE', false],
    [501, 'UNIMPLEMENTED', false],
    [429, 'RESOURCE_LIMIT_EXCEEDED', false],
    [429, 'RATE_LIMIT_EXCEEDED', true],
    [409, 'CONCURRENT_CHANGE', true],
    [409, 'ALREADY_EXISTS', false],
    [500, 'INTERNAL', true],
    [503, 'UNAVAILABLE', true],
    [418, 'A_NEWER_CODE', false],
    [503, 'A_NEWER_CODE', true],
    [400, 'constructor', false],
    [400, '__proto__', false],
  ])('error: %i %s, retryable: %s', async (status, code, retryable) => {
    const error = await failureOf(
      clientOf(await startService(refusal(status, code)), { retries: 0 }).whoami(),
      ApiError,
    );
    expect(error).toMatchObject({ code, status, retryable });
  });

  test('error: no details', async () => {
    const service = await startService({ status: 400, body: { code: 3, message: 'no', details: [] } });
    const error = await failureOf(clientOf(service).whoami(), ApiError);
    expect(error).toMatchObject({ code: 'UNKNOWN', details: [], fieldViolations: [] });
  });

  test('error: details without a code before one with a code', async () => {
    const details = [{ '@type': 'something' }, { errorCode: 'INVALID_TIME' }];
    const service = await startService({ status: 400, body: { code: 3, message: 'no', details } });
    expect(await failureOf(clientOf(service).whoami(), ApiError)).toMatchObject({ code: 'INVALID_TIME', details });
  });
});

test('behavior: a stamp that the refusal quotes is redacted', async () => {
  const service = await startService(({ headers }, response) => {
    const quoted = `${headers['x-stamp']}`;
    const body = { code: 16, message: `bad stamp ${quoted}`, details: [{ errorCode: 'SIGNATURE_INVALID' }] };
    reply(response, { status: 401, headers: { 'X-Request-Id': quoted }, body });
  });
  const error = await failureOf(clientOf(service).whoami(), ApiError);
  expect(error).toMatchObject({ code: 'SIGNATURE_INVALID', requestId: undefined });
  expect(error.message).toContain('bad stamp …');
});
