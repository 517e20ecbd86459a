import { describe, expect, test } from 'vitest';
import { page, refusal } from '../test/answers.ts';
import { failureOf, keepSecret } from '../test/failure.ts';
import { type Answer, startService } from '../test/service.ts';
import {
  AbortError,
  ApiError,
  type AuthProxyClientOptions,
  createAuthProxyClient,
  MintmarkError,
  TransportError,
} from './index.ts';

const authProxyConfigId = '9a8f7e6d-5c4b-4a39-8281-706f5e4d3c2b';
const signup = {
  userName: keepSecret('Ada of the secret name'),
  userEmail: keepSecret('ada.secret@example.com'),
  apiKeys: [],
  authenticators: [],
  oauthProviders: [],
};
const made = { organizationId: 'o', userId: 'u', wallet: undefined };

const clientOf = (service: { readonly url: string }, options: Partial<AuthProxyClientOptions> = {}) =>
  createAuthProxyClient({ baseUrl: service.url, authProxyConfigId, ...options });

test('default: sends the configuration in a header, the input unchanged, and no stamp', async () => {
  const service = await startService({ body: made });
  expect(await clientOf(service).signupV2(signup)).toEqual({ organizationId: 'o', userId: 'u' });
  const [{ path, headers, body } = expect.fail()] = service.requests;
  expect(path).toBe('/v1/signup_v2');
  expect(headers).toMatchObject({ 'x-auth-proxy-config-id': authProxyConfigId, 'content-type': 'application/json' });
  expect(Object.keys(headers).filter((name) => name.startsWith('x-stamp'))).toEqual([]);
  expect(body).toBe(JSON.stringify(signup));
});

test('args: a stamper stamps requests for a code, and no others', async () => {
  const service = await startService({ body: { otpId: 'id', otpEncryptionTargetBundle: '{}' } }, { body: made });
  const stamped: string[] = [];
  const stamp = async (body: string) => {
    stamped.push(body);
    return { name: 'X-Stamp', value: 'stamp' };
  };
  const client = clientOf(service, { stamper: { stamp } });
  await client.otpInitV2({ otpType: 'OTP_TYPE_EMAIL', contact: 'ada@example.com' });
  await client.signupV2(signup);
  const [first, second] = service.requests;
  expect(first?.headers).toMatchObject({ 'x-stamp': 'stamp', 'x-auth-proxy-config-id': authProxyConfigId });
  expect(second?.headers).not.toHaveProperty('x-stamp');
  expect(stamped).toEqual([first?.body]);
});

describe('behavior: a sign-up is retried with the same bytes', () => {
  test.each<[string, Answer]>([
    ['503', refusal(503, 'UNAVAILABLE', { 'Retry-After': '0' })],
    ['429', refusal(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '0' })],
    ['a page with 502', page(502)],
    ['a closed connection', (_, response) => response.destroy()],
  ])('%s', async (_, answer) => {
    const service = await startService(answer, { body: made });
    await clientOf(service).signupV2(signup);
    expect(service.requests).toHaveLength(2);
    expect(service.requests[1]).toEqual(service.requests[0]);
  });
});

test('args: the options of a call', async () => {
  const service = await startService(refusal(503, 'UNAVAILABLE', { 'Retry-After': '0' }));
  const client = clientOf(service);
  await failureOf(client.signupV2(signup, { retries: 0, headers: { Origin: 'https://example.com' } }), ApiError);
  expect(service.requests).toMatchObject([{ headers: { origin: 'https://example.com' } }]);
  const error = await failureOf(client.signupV2(signup, { signal: AbortSignal.abort() }), AbortError);
  expect(error).toMatchObject({ code: 'ABORTED', message: 'signupV2 was aborted' });
  expect(service.requests).toHaveLength(1);
});

describe('error', () => {
  test('refused', async () => {
    const service = await startService(refusal(404, 'AUTH_PROXY_CONFIG_NOT_FOUND'));
    const error = await failureOf(clientOf(service).signupV2(signup), ApiError);
    expect(error).toMatchObject({ code: 'AUTH_PROXY_CONFIG_NOT_FOUND', status: 404, requestId: 'request-1' });
  });

  test('an HTML page', async () => {
    const error = await failureOf(clientOf(await startService(page(200))).signupV2(signup), TransportError);
    expect(error).toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 200 });
  });

  test('a redirect', async () => {
    const other = await startService({ body: made });
    const service = await startService({ status: 307, headers: { Location: other.url } });
    expect(await failureOf(clientOf(service).signupV2(signup), TransportError)).toMatchObject({ code: 'REDIRECTED' });
    expect(other.requests).toEqual([]);
  });

  test('an input that cannot be JSON', async () => {
    const service = await startService({ body: made });
    const call = clientOf(service).signupV2({ ...signup, userName: 1n as never });
    expect(await failureOf(call, MintmarkError)).toMatchObject({ code: 'INPUT_INVALID' });
    expect(service.requests).toEqual([]);
  });

  test('baseUrl', () => {
    expect(() => clientOf({ url: 'mintmark.example.com' })).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
  });
});
