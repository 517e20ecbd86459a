import { type JsonAnswer, startJsonServer } from '@mintmark/testing/json-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { createSwapProvider } from './swap-provider.ts';

const receiver = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const requestId = 'b8f5c7d2-41a6-4e0b-8c39-7f2d1e6a9054';
const server = await startJsonServer();
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

const open = (authorization?: string, path = '/swap') =>
  createSwapProvider({ providerUrl: `${server.origin}${path}`, authorization }, createGuardedFetch());
const { signal } = new AbortController();
const ask = (answer: JsonAnswer, authorization?: string) => {
  server.answers[`/swap/claimable?receiver=${receiver}`] = answer;
  return open(authorization).claimable(receiver, { signal });
};
const claim = (answer: JsonAnswer, authorization?: string) => {
  server.answers['/swap/claims'] = answer;
  return open(authorization).claim({ requestId, receiver, amount: 2n ** 256n - 1n }, { signal });
};
const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => error,
  );

test('default: asks for the amount of a receiver', async () => {
  const amount = String(2n ** 256n - 1n);
  expect(await ask({ receiver, amount, asset: 'whatever' }, 'Bearer s3cret')).toBe(2n ** 256n - 1n);
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path: `/swap/claimable?receiver=${receiver}`,
      headers: { authorization: 'Bearer s3cret' },
      body: '',
    },
  ]);
  expect(await ask({ receiver: receiver.toLowerCase(), amount: '0' })).toBe(0n);
  expect(server.requests[1]?.headers).not.toHaveProperty('authorization');
});

test('default: posts a claim with its id as the idempotency key', async () => {
  await claim((response) => response.writeHead(202).end(JSON.stringify({ requestId })), 'Bearer s3cret');
  const headers = { 'idempotency-key': requestId, 'content-type': 'application/json', authorization: 'Bearer s3cret' };
  expect(server.requests).toMatchObject([{ method: 'POST', path: '/swap/claims', headers }]);
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual({
    requestId,
    receiver,
    amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
  });
});

test.each(['', '/', '/a/b', '/a/b//'])('args: the paths are below %j', async (path) => {
  const base = path.replace(/\/+$/, '');
  server.answers[`${base}/claimable?receiver=${receiver}`] = { receiver, amount: '5' };
  expect(await open(undefined, path).claimable(receiver, { signal })).toBe(5n);
});

test.each([
  [400, true],
  [410, true],
  [413, true],
  [422, true],
  [302, false],
  [401, false],
  [404, false],
  [409, false],
  [429, false],
  [503, false],
])('error: the provider answers %d', async (status, isPermanent) => {
  const refuse: JsonAnswer = (response) => response.writeHead(status, { location: '/' }).end('s3cret');
  const message = `the swap provider refused the request (HTTP ${status})`;
  for (const work of [ask(refuse), claim(refuse)])
    expect(await errorOf(work)).toMatchObject({ name: 'SwapProviderError', status, isPermanent, message });
  expect(server.requests).toHaveLength(2);
});

test.each<[string, JsonAnswer]>([
  ['nothing', (response) => response.end()],
  ['a page', (response) => response.end('<html>s3cret</html>')],
  ['a text', (response) => response.end('"s3cret"')],
  ['two objects', (response) => response.end('{}{}')],
  ['no member', {}],
  ['another claim', { requestId: requestId.replace('b', 'c') }],
  ['a number', { requestId: 1 }],
  ['a member twice', (response) => response.end(`{"s3cret":1,"s3cret":2,"requestId":"${requestId}"}`)],
])('error: a claim is answered with %s: nobody knows whether it was accepted', async (_, answer) => {
  const error = await errorOf(claim(answer));
  expect(error).toMatchObject({ name: 'SwapProviderError', isPermanent: false });
  expect(error.message).not.toContain('s3cret');
});

test('error: an answer that is too large, or too late', async () => {
  const large = { receiver, amount: '1', more: 'x'.repeat(16 * 1024) };
  expect(await errorOf(ask(large))).toMatchObject({ code: 'TOO_LARGE' });
  expect(await errorOf(claim({ requestId, ...large }))).toMatchObject({ code: 'TOO_LARGE' });
  const aborted = { signal: AbortSignal.abort() };
  expect(await errorOf(open().claimable(receiver, aborted))).toMatchObject({ code: 'ABORTED' });
});
