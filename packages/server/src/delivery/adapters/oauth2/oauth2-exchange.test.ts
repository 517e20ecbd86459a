import { inspect } from 'node:util';
import { type JsonAnswer, startJsonServer } from '@mintmark/testing/json-server';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { ActivityFailure, ApiError } from '../../../core/model/api-error.ts';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { createOauth2Exchange, type Oauth2Provider } from './oauth2-exchange.ts';

const { signal } = new AbortController();
const issuer = 'https://wallets.example';
const accessToken = 'acc3ss-s3cret';
const request = {
  provider: 'OAUTH2_PROVIDER_ALPHA',
  clientId: 'client:1',
  clientSecret: 'cl1ent s3cret/é',
  authCode: 'c0de-s3cret',
  redirectUri: 'https://app.example/callback?a=b',
  codeVerifier: 'verif1er-s3cret',
} as const;

let server: Awaited<ReturnType<typeof startJsonServer>>;
beforeEach(async () => {
  server = await startJsonServer();
  onTestFinished(server.close);
  server.answers['/token'] = { access_token: accessToken, token_type: 'Bearer' };
  server.answers['/me'] = { sub: '42' };
});

const guardedFetch = createGuardedFetch();
function exchange(changes: Partial<Oauth2Provider> = {}, part: 'alpha' | 'beta' = 'alpha') {
  const provider = { tokenUrl: `${server.origin}/token`, userInfoUrl: `${server.origin}/me`, ...changes };
  return createOauth2Exchange({ issuer, [part]: provider }, (sent) => guardedFetch({ ...sent, timeoutMs: 500 }));
}

/** The failure of an exchange, which never has a secret. */
async function failureOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => expect.fail('the user was authenticated'),
    (caught: unknown) => caught as ActivityFailure,
  );
  expect(error).toBeInstanceOf(ActivityFailure);
  expect(error.code).toBe('OAUTH2_AUTHENTICATION_FAILED');
  const shown = inspect(error, { depth: 9, showHidden: true });
  expect(shown).not.toContain('s3cret');
  expect(shown).not.toContain(String(server.port));
  return error.message;
}

test('default: exchanges the code, and asks who the user is', async () => {
  const oauth2 = exchange();
  expect(oauth2.issuer).toBe(issuer);
  expect(oauth2.isConfigured('OAUTH2_PROVIDER_ALPHA')).toBe(true);
  expect(await oauth2.authenticate(request, { signal })).toEqual({ subject: 'alpha:42' });
  const [exchanged, asked] = server.requests;
  expect(exchanged).toMatchObject({
    method: 'POST',
    path: '/token',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from('client%3A1:cl1ent+s3cret%2F%C3%A9').toString('base64')}`,
    },
  });
  expect(Object.fromEntries(new URLSearchParams(exchanged?.body))).toEqual({
    grant_type: 'authorization_code',
    code: request.authCode,
    redirect_uri: request.redirectUri,
    code_verifier: request.codeVerifier,
  });
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  expect(asked).toMatchObject({ method: 'GET', path: '/me', body: '', headers });
  expect(server.requests).toHaveLength(2);
});

test('args: the other provider, with the client in the body', async () => {
  const oauth2 = exchange({ clientAuthentication: 'post' }, 'beta');
  const beta = { ...request, provider: 'OAUTH2_PROVIDER_BETA' } as const;
  expect(await oauth2.authenticate(beta, { signal })).toEqual({ subject: 'beta:42' });
  const [{ headers, body } = expect.fail('nothing was sent')] = server.requests;
  expect(headers).not.toHaveProperty('authorization');
  const { client_id, client_secret } = Object.fromEntries(new URLSearchParams(body));
  expect({ client_id, client_secret }).toEqual({ client_id: request.clientId, client_secret: request.clientSecret });
});

test.each<[string, object, string]>([
  ['data.id', { data: { id: 'x1' }, sub: 'other' }, 'alpha:x1'],
  ['id', { id: 9_007_199_254_740_991 }, 'alpha:9007199254740991'],
  ['users.0.id', { users: [{ id: 'a' }] }, 'alpha:a'],
])('args: the path %s', async (subjectPath, answer, subject) => {
  server.answers['/me'] = answer;
  expect(await exchange({ subjectPath }).authenticate(request, { signal })).toEqual({ subject });
});

test('error: a provider that is not configured', async () => {
  const none = createOauth2Exchange(undefined, guardedFetch);
  expect(none.issuer).toBeUndefined();
  for (const oauth2 of [none, exchange({}, 'beta')]) {
    expect(oauth2.isConfigured('OAUTH2_PROVIDER_ALPHA')).toBe(false);
    const error = await oauth2.authenticate(request, { signal }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'OAUTH2_PROVIDER_NOT_CONFIGURED', status: 501 });
  }
  expect(server.requests).toEqual([]);
});

const refuse =
  (status: number, body: unknown): JsonAnswer =>
  (response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

test.each<[string, JsonAnswer, string]>([
  [
    'a refused code',
    refuse(400, { error: 'invalid_grant', error_description: accessToken }),
    'the provider refused the code: invalid_grant',
  ],
  ['a refused client', refuse(401, { error: 'invalid_client' }), 'the provider refused the code: invalid_client'],
  ['an unknown word', refuse(400, { error: 'no s3cret' }), 'the provider refused the code'],
  ['a refusal with the status 200', { error: 'bad_verification_code' }, 'the provider refused the code'],
  ['a refusal that is not JSON', refuse(500, '<html>s3cret'), 'the provider refused the code: the status is 500'],
  [
    'a redirect',
    (response) => response.writeHead(302, { location: '/me' }).end(),
    'the provider refused the code: the status is 302',
  ],
  [
    'an answer that is not JSON',
    refuse(200, 's3cret'),
    "the provider's response to the token request is not valid JSON",
  ],
  ['no token', {}, 'the provider issued no usable access token for the code'],
  [
    'a token with a line break',
    { access_token: 's3cret\r\nx: y' },
    'the provider issued no usable access token for the code',
  ],
  [
    'a token that is too long',
    { access_token: 'x'.repeat(8193) },
    'the provider issued no usable access token for the code',
  ],
  [
    'a token of another kind',
    { access_token: accessToken, token_type: 'mac' },
    'the provider issued no bearer token for the code',
  ],
  ['silence', () => {}, 'the provider did not answer the token request: the response was not complete in time'],
  [
    'too much',
    refuse(200, ' '.repeat(256 * 1024 + 1)),
    'the provider did not answer the token request: the response is too large',
  ],
])('error: the token endpoint answers with %s', async (_, answer, message) => {
  server.answers['/token'] = answer;
  expect(await failureOf(exchange().authenticate(request, { signal }))).toBe(message);
  expect(server.requests).toHaveLength(1);
});

const noId = 'the provider did not identify the user: sub is not a usable id';
test.each<[string, JsonAnswer, string]>([
  ['a refusal', refuse(401, {}), 'the provider refused the user info request: the status is 401'],
  ['no user', {}, noId],
  ['an empty id', { sub: '' }, noId],
  ['an id that is too long', { sub: 'x'.repeat(241) }, noId],
  ['an object', { sub: {} }, noId],
  ['null', { sub: null }, noId],
  // 2^53 + 1 is read as 2^53: somebody else's id.
  ['a number that is rounded', refuse(200, '{"sub":9007199254740993}'), noId],
  ['a fraction', { sub: 1.5 }, noId],
])('error: the user-info endpoint answers with %s', async (_, answer, message) => {
  server.answers['/me'] = answer;
  expect(await failureOf(exchange().authenticate(request, { signal }))).toBe(message);
});

test('error: a path through a prototype', async () => {
  const oauth2 = exchange({ subjectPath: 'toString.name' });
  expect(await failureOf(oauth2.authenticate(request, { signal }))).toContain('is not a usable id');
});

test('error: a provider that is gone, and a call that is aborted', async () => {
  const controller = new AbortController();
  server.answers['/token'] = () => controller.abort();
  expect(await failureOf(exchange().authenticate(request, { signal: controller.signal }))).toBe(
    'the provider did not answer the token request: the caller aborted the call',
  );
  await server.close();
  expect(await failureOf(exchange().authenticate(request, { signal }))).toBe(
    'the provider did not answer the token request: the host cannot be reached, or the connection was lost',
  );
});
