import { createPublicKey, verify } from 'node:crypto';
import { exportJwk, generatePrivateKey } from '@mintmark/stamper';
import { expect, test } from 'vitest';
import { holdApiKey } from './held-key.ts';
import { currentBody, RequestError, stampRequest } from './stamped-request.ts';

const privateKey = generatePrivateKey('p256');
const organizationId = '01a1e633-7892-74a3-ac9a-e205a424b189';
const example = { organizationId: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8' };
const whoami = { name: 'whoami', path: '/public/v1/query/whoami', isProxy: false, example };
const account = { name: 'account', path: '/v1/account', isProxy: true, example: {} };
const nothing = { organizationId: '', authProxyConfigId: '' };
const origin = 'https://example.com';

test('default: the stamp covers the body byte for byte', async () => {
  const key = await holdApiKey(privateKey.toApiKey());
  const body = `{ "organizationId":"${organizationId}", "note":"Zoë 🔑" }`;
  const request = await stampRequest(whoami, body, origin, { ...nothing, key, organizationId });
  expect(request).toMatchObject({ url: `${origin}/public/v1/query/whoami`, body, kind: 'apiKey' });
  expect(request.credential.name).toBe('X-Stamp');
  const { signature } = JSON.parse(Buffer.from(request.credential.value, 'base64url').toString());
  const { d, ...jwk } = exportJwk(privateKey);
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  expect(verify('sha256', Buffer.from(body), publicKey, Buffer.from(signature, 'hex'))).toBe(true);
});

test('behavior: a sign-up operation has no stamp, whatever key there is', async () => {
  const key = await holdApiKey(privateKey.toApiKey());
  const holdings = { organizationId, authProxyConfigId: ` ${organizationId} `, key };
  expect(await stampRequest(account, '{}', origin, holdings)).toMatchObject({
    credential: { name: 'X-Auth-Proxy-Config-Id', value: organizationId },
    kind: 'configuration',
  });
});

test('behavior: the private key cannot be found in what is held', async () => {
  const held = await holdApiKey(privateKey.toApiKey());
  expect(Object.keys(held)).toEqual(['kind', 'publicKey', 'stamper']);
  expect(Object.keys(held.stamper)).toEqual(['stamp']);
});

test('error: no key', async () => {
  await expect(stampRequest(whoami, '{}', origin, nothing)).rejects.toThrow('There is no key');
});

test('error: the body names the organization of the example, since none is known', async () => {
  const key = await holdApiKey(privateKey.toApiKey());
  const holdings = { ...nothing, key };
  await expect(stampRequest(whoami, JSON.stringify(example), origin, holdings)).rejects.toThrow('organization ID');
  await stampRequest(whoami, JSON.stringify({ organizationId }), origin, holdings);
});

test.each([
  ['none', '', 'Enter the ID'],
  ['a line break', 'a\r\nX-Stamp: b', 'malformed'],
])('error: the auth-proxy configuration is %s', async (_, authProxyConfigId, message) => {
  await expect(stampRequest(account, '{}', origin, { ...nothing, authProxyConfigId })).rejects.toThrow(message);
});

test('error: the key does not stamp', async () => {
  const stamper = { stamp: () => Promise.reject(new Error('passkey was refused')) };
  const holdings = { ...nothing, organizationId, key: { kind: 'passkey' as const, stamper } };
  const attempt = stampRequest(whoami, '{}', origin, holdings);
  await expect(attempt).rejects.toThrow(new RequestError('The request could not be stamped: passkey was refused.'));
});

test.each(['{', '[]', '', '{"a":"\ud800"}'])('error: a body that cannot be sent: %j', (text) => {
  expect(() => currentBody(text, 0)).toThrow(RequestError);
});
