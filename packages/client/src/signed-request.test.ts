import { createEip191Stamper, createP256Stamper, generatePrivateKey } from '@mintmark/stamper';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { activity, me, refusal } from '../test/answers.ts';
import { apiKey, clientOf, createCountingStamper, organizationId, users } from '../test/caller.ts';
import { failureOf, keepSecret } from '../test/failure.ts';
import { startService } from '../test/service.ts';
import { ApiError, createClient, MintmarkError, StampError, type Stamper } from './index.ts';

afterEach(() => void vi.useRealTimers());

const setClock = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time });

describe('body', () => {
  test('args: organizationId of the call', async () => {
    const service = await startService({ body: me });
    await clientOf(service).whoami({}, { organizationId: 'another' });
    expect(service.requests.map(({ body }) => body)).toEqual(['{"organizationId":"another"}']);
  });

  test('args: generateAppProofs', async () => {
    const service = await startService(activity('COMPLETED'));
    await clientOf(service).createUsers(users, { generateAppProofs: true });
    expect(service.requests.map(({ body }) => JSON.parse(body))).toMatchObject([{ generateAppProofs: true }]);
  });

  test('behavior: activities in the same millisecond differ; queries do not', async () => {
    const now = Date.now() + 10_000;
    setClock(now);
    const service = await startService(activity('COMPLETED'));
    const client = clientOf(service);
    const requests = await Promise.all(Array.from({ length: 50 }, () => client.stamp('createUsers', users)));
    expect(new Set(requests.map(({ body }) => body)).size).toBe(50);
    expect(JSON.parse(requests[0]?.body ?? '').timestampMs).toBe(String(now));
    expect(JSON.parse(requests[49]?.body ?? '').timestampMs).toBe(String(now + 49));
    expect((await client.stamp('whoami')).body).toBe((await client.stamp('whoami')).body);
  });

  test('error: no organizationId', async () => {
    const stamper = createCountingStamper();
    const client = createClient({ baseUrl: 'https://mintmark.example.com', stamper });
    expect(await failureOf(client.whoami(), MintmarkError)).toMatchObject({ code: 'INPUT_INVALID', retryable: false });
    expect(await failureOf(client.createUsers(users), MintmarkError)).toMatchObject({ code: 'INPUT_INVALID' });
    expect(stamper.bodies).toEqual([]);
  });

  const circle: Record<string, unknown> = { userName: users.users[0]?.userName };
  circle['self'] = circle;
  test.each([
    ['a bigint', { users: [{ userName: 1n }] }],
    ['a circle', { users: [circle] }],
  ])('error: %s', async (_, input) => {
    const stamper = createCountingStamper();
    const client = clientOf({ url: 'https://mintmark.example.com' }, { stamper });
    const error = await failureOf(client.createUsers(input as never), MintmarkError);
    expect(error).toMatchObject({ code: 'INPUT_INVALID', message: 'createUsers: the input cannot be written as JSON' });
    expect(stamper.bodies).toEqual([]);
  });
});

describe('a wrong clock', () => {
  /** The window of the service: an hour back, five minutes ahead. */
  const startStrictService = (real: number) =>
    startService((request, response) => {
      const offset = Number(JSON.parse(request.body).timestampMs) - real;
      const isFresh = offset <= 5 * 60_000 && offset > -60 * 60_000;
      const { status = 200, body } = isFresh ? activity('COMPLETED') : refusal(400, 'INVALID_TIME');
      response.writeHead(status).end(JSON.stringify(body));
    });

  test('error: ten minutes ahead; works again once the clock is corrected', async () => {
    const real = Date.now() + 20_000;
    const service = await startStrictService(real);
    const client = clientOf(service);
    setClock(real + 10 * 60_000);
    expect(await failureOf(client.createUsers(users), ApiError)).toMatchObject({ code: 'INVALID_TIME', status: 400 });
    expect(service.requests).toHaveLength(1);
    setClock(real);
    expect(await client.createUsers(users)).toMatchObject({ status: 'completed' });
  });

  test('error: two hours behind', async () => {
    const real = Date.now();
    const service = await startStrictService(real);
    setClock(real - 2 * 60 * 60_000);
    expect(await failureOf(clientOf(service).createUsers(users), ApiError)).toMatchObject({ code: 'INVALID_TIME' });
    expect(service.requests).toHaveLength(1);
  });
});

describe('stamper', () => {
  const nowhere = { url: 'https://mintmark.example.com' };
  const fetch = () => expect.fail('nothing is to be sent');

  test('error: no stamper', async () => {
    const client = clientOf(nowhere, { fetch, stamper: undefined });
    const error = await failureOf(client.createUsers(users), StampError);
    expect(error).toMatchObject({ code: 'STAMP_FAILED', retryable: false });
    expect(error.message).toBe('createUsers needs a stamper, but the client has none');
  });

  test('error: the wallet refuses', async () => {
    const stamper = createEip191Stamper({ signMessage: () => Promise.reject(new Error('the user said no')) });
    const error = await failureOf(clientOf(nowhere, { fetch, stamper }).createUsers(users), StampError);
    expect(error).toMatchObject({ code: 'STAMP_FAILED', cause: { name: 'StamperError', code: 'CANCELLED' } });
  });

  test('error: the keys do not belong together', async () => {
    const { publicKey } = generatePrivateKey('p256').toApiKey();
    const stamper = createP256Stamper({ publicKey, privateKey: apiKey.privateKey });
    const error = await failureOf(clientOf(nowhere, { fetch, stamper }).createUsers(users), StampError);
    expect(error).toMatchObject({ code: 'STAMP_FAILED', cause: { code: 'KEY_MISMATCH' } });
  });

  test.each([undefined, null, {}, { stamp: 'text' }])('error: %j', async (stamper) => {
    const client = clientOf(nowhere, { fetch, stamper: stamper as never });
    expect(await failureOf(client.whoami(), StampError)).toMatchObject({ code: 'STAMP_FAILED' });
  });

  test('error: throws synchronously', async () => {
    const stamper: Stamper = {
      stamp() {
        throw new Error('no key');
      },
    };
    const error = await failureOf(clientOf(nowhere, { fetch, stamper }).whoami(), StampError);
    expect(error).toMatchObject({ code: 'STAMP_FAILED', cause: { message: 'no key' } });
  });

  const value = keepSecret('a-stamp-that-is-secret');
  test.each([
    ['an injected header', { name: 'X-Stamp', value: `${value}\r\nX-Evil: 1` }],
    ['a line end', { name: 'X-Stamp', value: `${value}\n` }],
    ['a zero byte', { name: 'X-Stamp', value: `${value}\0` }],
    ['a character that headers cannot hold', { name: 'X-Stamp', value: `${value}é` }],
    ['no text', { name: 'X-Stamp', value: '' }],
    ['a list', { name: 'X-Stamp', value: [value] }],
    ['no value', { name: 'X-Stamp' }],
    ['no name', { value }],
    ['another header', { name: 'Authorization', value }],
    ['a longer name', { name: 'X-Stamp-Other', value }],
    ['a header before the name', { name: 'X-Evil: 1\r\nX-Stamp', value }],
    ['a header after the name', { name: 'X-Stamp: a\r\nX-Evil', value }],
    ['only the value', value],
    ['nothing', undefined],
    ['null', null],
  ])('error: makes %s', async (_, stamp) => {
    const client = clientOf(nowhere, { fetch, stamper: { stamp: async () => stamp as never } });
    const expected = { code: 'STAMP_FAILED', message: 'whoami: the stamper returned an invalid stamp' };
    expect(await failureOf(client.whoami(), StampError)).toMatchObject(expected);
    expect(await failureOf(client.stamp('whoami'), StampError)).toMatchObject(expected);
  });
});

test.each(['X-Stamp', 'X-Stamp-WebAuthn', 'X-Stamp-Attested', 'x-stamp'])(
  'behavior: a stamp for the header %s',
  async (name) => {
    const service = await startService({ body: me });
    const client = clientOf(service, { stamper: { stamp: async () => ({ name, value: '{"a": "b"}' }) } });
    await client.whoami({}, { headers: { [name.toUpperCase()]: 'of the caller' } });
    expect(service.requests).toMatchObject([{ headers: { [name.toLowerCase()]: '{"a": "b"}' } }]);
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({ organizationId });
  },
);
