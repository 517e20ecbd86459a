import { createPublicKey, verify as nodeVerify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { reason } from '../../test/failure.ts';
import { nodeSign } from '../../test/token-parties.ts';
import { generatePrivateKey } from '../keys/keys-by-curve.ts';
import { createP256Signer } from '../keys/p256-signer.ts';
import type { PrivateKey } from '../keys/private-key.ts';
import {
  buildLoginMessage,
  buildSignupMessage,
  type ClientSignature,
  type SignupUsage,
  signClientMessage,
  verifyLoginSignature,
  verifySignupSignature,
} from './client-signature.ts';
import { toJwk } from './jwks.ts';

const clientKey = generatePrivateKey('p256');
const sessionKey = generatePrivateKey('p256');
const otherKey = generatePrivateKey('p256');
const sessionPublicKey = sessionKey.publicKey.hex;
const signer = createP256Signer(clientKey.toApiKey());
const token = { id: '3d9b2f71-6a08-4c5e-b1d7-90e4f8a2c653', public_key: clientKey.publicKey.hex };
const uncompressed = (key: PrivateKey) => Buffer.from(key.publicKey.uncompressed).toString('hex');

/** What a client can send: any message, signed by node:crypto. */
function nodeSigned(message: string, key = clientKey, dsaEncoding?: 'ieee-p1363' | 'der'): ClientSignature {
  return {
    publicKey: key.publicKey.hex,
    scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256',
    message,
    signature: nodeSign(message, key, dsaEncoding).toString('hex'),
  };
}

const login = async (signature: ClientSignature, of = token, key = sessionPublicKey) =>
  reason(await verifyLoginSignature(signature, of, key));

describe('login', () => {
  const message = buildLoginMessage(token.id, sessionPublicKey);

  test('default', async () => {
    const verdict = await verifyLoginSignature(await signClientMessage(message, signer), token, sessionPublicKey);
    expect(verdict).toEqual({ ok: true, usage: { publicKey: sessionPublicKey } });
  });

  test('behavior: the message has the order that clients expect, and node:crypto verifies the signature', async () => {
    expect(message).toBe(
      `{"login":{"publicKey":"${sessionPublicKey}"},"tokenId":"${token.id}","type":"USAGE_TYPE_LOGIN"}`,
    );
    const { signature, ...rest } = await signClientMessage(message, { ...signer, publicKey: uncompressed(clientKey) });
    expect(rest).toEqual({ publicKey: token.public_key, scheme: 'CLIENT_SIGNATURE_SCHEME_API_P256', message });
    expect(signature).toMatch(/^[0-9a-f]{128}$/);
    const key = createPublicKey({ key: { ...toJwk(token.public_key, 'kid') }, format: 'jwk' });
    const bytes = Buffer.from(signature, 'hex');
    expect(nodeVerify('sha256', Buffer.from(message), { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
  });

  test('behavior: the content of the message counts, not its spelling', async () => {
    const says = {
      type: 'USAGE_TYPE_LOGIN',
      signupV2: null,
      tokenId: token.id,
      login: { publicKey: uncompressed(sessionKey) },
    };
    expect(await login(nodeSigned(JSON.stringify(says, null, 2)))).toBe('ok');
    expect(await login(nodeSigned(message), token, uncompressed(sessionKey).toUpperCase())).toBe('ok');
    const signature = nodeSigned(message);
    expect(await login({ ...signature, publicKey: uncompressed(clientKey) })).toBe('ok');
    expect(await login({ ...signature, signature: signature.signature.toUpperCase() })).toBe('ok');
  });

  test('error: another session key, another token, another use', async () => {
    const signature = nodeSigned(message);
    expect(await login(signature, token, otherKey.publicKey.hex)).toBe(
      'BINDING_MISMATCH clientSignature.message.login.publicKey',
    );
    expect(await login(signature, { ...token, id: 'another' })).toBe(
      'BINDING_MISMATCH clientSignature.message.tokenId',
    );
    expect(await login(nodeSigned(buildSignupMessage(token.id, {})))).toBe(
      'BINDING_MISMATCH clientSignature.message.type',
    );
    const mixed = JSON.stringify({ ...JSON.parse(message), type: 'USAGE_TYPE_SIGNUP' });
    expect(await login(nodeSigned(mixed))).toBe('BINDING_MISMATCH clientSignature.message.type');
    const idless = { login: { publicKey: sessionPublicKey }, type: 'USAGE_TYPE_LOGIN' };
    const noToken = { public_key: token.public_key } as typeof token;
    expect(await login(nodeSigned(JSON.stringify(idless)), noToken)).toBe(
      'BINDING_MISMATCH clientSignature.message.tokenId',
    );
  });

  test('error: a key that the token is not bound to', async () => {
    expect(await login(nodeSigned(message, otherKey))).toBe('KEY_MISMATCH clientSignature.publicKey');
    const renamed = { ...nodeSigned(message, otherKey), publicKey: token.public_key };
    expect(await login(renamed)).toBe('SIGNATURE_INVALID clientSignature.signature');
    const own = { ...token, public_key: otherKey.publicKey.hex };
    expect(await login(nodeSigned(message), own)).toBe('KEY_MISMATCH clientSignature.publicKey');
  });

  test('error: another message under the signature, byte for byte', async () => {
    const signature = nodeSigned(message);
    for (const changed of [
      `${message} `,
      message.replace('{', '{ '),
      buildLoginMessage(token.id, otherKey.publicKey.hex),
    ]) {
      expect(await login({ ...signature, message: changed })).toBe('SIGNATURE_INVALID clientSignature.signature');
    }
  });

  test('error: other schemes, other forms of signature', async () => {
    const signature = nodeSigned(message);
    for (const scheme of ['', 'CLIENT_SIGNATURE_SCHEME_API_SECP256K1', undefined as unknown as string]) {
      expect(await login({ ...signature, scheme })).toBe('SCHEME_NOT_ALLOWED clientSignature.scheme');
    }
    const der = nodeSigned(message, clientKey, 'der').signature;
    const wrong = ['', der, `${signature.signature}00`, signature.signature.slice(2), 'z'.repeat(128), 7, undefined];
    for (const text of wrong as string[]) {
      expect(await login({ ...signature, signature: text })).toBe('MALFORMED clientSignature.signature');
    }
    for (const text of ['00'.repeat(64), 'ff'.repeat(64)]) {
      expect(await login({ ...signature, signature: text })).toBe('SIGNATURE_INVALID clientSignature.signature');
    }
    expect(await login({ ...signature, publicKey: '00' })).toBe('MALFORMED clientSignature.publicKey');
  });

  test('error: signed messages that say something else', async () => {
    const wrong = [
      ['', 'message'],
      ['[]', 'message'],
      ['null', 'message'],
      [JSON.stringify({ tokenId: token.id, type: 'USAGE_TYPE_LOGIN' }), 'message'],
      [JSON.stringify({ ...JSON.parse(message), login: null }), 'message'],
      [JSON.stringify({ ...JSON.parse(message), login: [] }), 'message'],
      [JSON.stringify({ ...JSON.parse(message), login: sessionPublicKey }), 'message'],
      [JSON.stringify({ ...JSON.parse(message), signupV2: {} }), 'message'],
      [JSON.stringify({ ...JSON.parse(message), login: {} }), 'message.login.publicKey'],
      [JSON.stringify({ ...JSON.parse(message), login: { publicKey: { toString: 1 } } }), 'message.login.publicKey'],
      [JSON.stringify({ ...JSON.parse(message), login: { publicKey: sessionPublicKey, more: 1 } }), 'message.login'],
    ] as const;
    for (const [text, part] of wrong) expect(await login(nodeSigned(text))).toBe(`MALFORMED clientSignature.${part}`);
    const long = nodeSigned(`${message}${' '.repeat(65_536)}`);
    expect(await login(long)).toBe('MALFORMED clientSignature.message');
    expect(await login({ ...nodeSigned(message), message: 7 as unknown as string })).toBe(
      'MALFORMED clientSignature.message',
    );
    expect(await login({ ...nodeSigned(message), message: '\ud800' })).toBe('MALFORMED clientSignature.message');
  });
});

describe('sign-up', () => {
  const signup: SignupUsage = {
    apiKeys: [
      { apiKeyName: 'key', publicKey: sessionPublicKey, curveType: 'API_KEY_CURVE_P256', expirationSeconds: '60' },
    ],
    authenticators: [
      { authenticatorName: 'passkey', challenge: 'c', attestation: { credentialId: 'id', transports: ['USB', 'NFC'] } },
    ],
    oauthProviders: [],
    email: 'user@example.com',
  };
  const verify = async (message: string, expected: SignupUsage = signup) =>
    reason(await verifySignupSignature(nodeSigned(message), token, expected));
  const says = (signupV2: unknown) => JSON.stringify({ signupV2, tokenId: token.id, type: 'USAGE_TYPE_SIGNUP' });
  const mismatch = 'BINDING_MISMATCH clientSignature.message.signupV2';

  test('default', async () => {
    const signature = await signClientMessage(buildSignupMessage(token.id, signup), signer);
    expect(await verifySignupSignature(signature, token, signup)).toEqual({ ok: true, usage: signup });
  });

  test('behavior: the message has the order that clients expect, and only the given members', () => {
    expect(
      buildSignupMessage(token.id, { phoneNumber: '+1', oauthProviders: [], authenticators: [], apiKeys: [] }),
    ).toBe(
      `{"signupV2":{"apiKeys":[],"authenticators":[],"oauthProviders":[],"phoneNumber":"+1"},"tokenId":"${token.id}","type":"USAGE_TYPE_SIGNUP"}`,
    );
  });

  test('behavior: order, null and empty lists do not count', async () => {
    const { apiKeys, authenticators, email } = signup;
    expect(await verify(says({ email, authenticators, apiKeys }))).toBe('ok');
    expect(await verify(says({ phoneNumber: null, ...signup, oauthProviders: null }))).toBe('ok');
    const [key] = apiKeys ?? [];
    const reversed = Object.fromEntries(Object.entries(key ?? {}).toReversed());
    expect(await verify(says({ ...signup, apiKeys: [reversed] }))).toBe('ok');
    expect(await verify(says({}), { apiKeys: [], authenticators: [], oauthProviders: [] })).toBe('ok');
  });

  test('error: anything more, less or different from the request', async () => {
    const [key] = signup.apiKeys ?? [];
    const [authenticator] = signup.authenticators ?? [];
    const others = [
      {},
      { ...signup, email: 'other@example.com' },
      { ...signup, email: undefined },
      { ...signup, email: '' },
      { ...signup, email: ['user@example.com'] },
      { ...signup, phoneNumber: '+1' },
      { ...signup, more: 1 },
      { ...signup, apiKeys: [] },
      { ...signup, apiKeys: [key, key] },
      { ...signup, apiKeys: { 0: key } },
      { ...signup, apiKeys: [{ ...key, publicKey: otherKey.publicKey.hex }] },
      { ...signup, apiKeys: [{ ...key, expirationSeconds: 60 }] },
      { ...signup, apiKeys: [{ ...key, more: false }] },
      { ...signup, oauthProviders: [{}] },
      {
        ...signup,
        authenticators: [{ ...authenticator, attestation: { credentialId: 'id', transports: ['NFC', 'USB'] } }],
      },
      { ...signup, authenticators: [{ ...authenticator, attestation: 'id' }] },
    ];
    for (const other of others) {
      expect(await verify(says(other))).toBe(mismatch);
      expect(await verify(says(signup), other as SignupUsage)).toBe(mismatch);
    }
    expect(await verify(says(signup).replace('"email"', '"__proto__":{},"email"'))).toBe(mismatch);
  });

  test('error: another token, another use, an older sign-up', async () => {
    const message = buildSignupMessage('another', signup);
    expect(await verify(message)).toBe('BINDING_MISMATCH clientSignature.message.tokenId');
    expect(await verify(buildLoginMessage(token.id, sessionPublicKey))).toBe(
      'BINDING_MISMATCH clientSignature.message.type',
    );
    expect(await verify(says(signup).replace('signupV2', 'signup'))).toBe('MALFORMED clientSignature.message');
  });

  test('error: hostile depth', async () => {
    const deep = (open: string, close: string, levels = 62) => `${open.repeat(levels)}1${close.repeat(levels)}`;
    const wrap = (value: string) =>
      `{"signupV2":{"email":${value}},"tokenId":"${token.id}","type":"USAGE_TYPE_SIGNUP"}`;
    expect(await verify(wrap(deep('[', ']')))).toBe(mismatch);
    const asDeep = { email: JSON.parse(deep('[', ']')) };
    expect(await verify(wrap(deep('[', ']')), asDeep)).toBe(mismatch);
    expect(await verify(`{"login":${deep('[', ']')},"tokenId":"${token.id}","type":"USAGE_TYPE_SIGNUP"}`)).toBe(
      'MALFORMED clientSignature.message',
    );
    expect(await verify(wrap(deep('[', ']', 10_000)))).toBe('MALFORMED clientSignature.message');
    expect(await verify(wrap(deep('[', ']')), { email: JSON.parse(deep('[', ']', 10_000)) })).toBe(mismatch);
  });
});
