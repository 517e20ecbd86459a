import type { Vector } from '@mintmark/testing/vector';
import { signClientMessage, signSessionToken, signVerificationToken, toJwk } from '../../src/tokens/index.ts';
import { base64url, keyOf, utf8 } from './cast.ts';
import { fixedSigner } from './signer.ts';
import { invalid, type VectorFile, valid } from './vector.ts';

const nowMs = 1_767_225_600_000;
const exp = nowMs / 1000 + 900;
const tokenKey = keyOf('p256', 'token signer');
const strangerKey = keyOf('p256', 'somebody else');
const clientKey = keyOf('p256', 'session');
const kid = 'vectors-1';
const jwks = { keys: [toJwk(tokenKey.publicKey.hex, kid)] };
const forEncryption = { ...toJwk(strangerKey.publicKey.hex, kid), use: 'enc' };

const sessionClaims = {
  ...{ exp, public_key: clientKey.publicKey.hex, session_type: 'SESSION_TYPE_READ_WRITE' },
  ...{ user_id: 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14', organization_id: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8' },
};
const verificationClaims = {
  ...{ exp, id: '3d9b2f71-6a08-4c5e-b1d7-90e4f8a2c653', organization_id: sessionClaims.organization_id },
  ...{ verification_type: 'OTP_TYPE_EMAIL' as const, contact: 'ada@example.com', public_key: clientKey.publicKey.hex },
};

export async function makeTokens(): Promise<VectorFile> {
  return {
    title: 'Tokens and client signatures',
    notes: [
      'input.token is to be verified by the keys of input.jwks at the time input.nowMs; output is what it claims.',
      'A client signature is made by the key that a verification token is bound to, over exactly the bytes of its message.',
    ],
    vectors: [
      ...(await tokenVectors('sessionToken', sessionClaims, signSessionToken)),
      ...(await tokenVectors('verificationToken', verificationClaims, signVerificationToken)),
      ...(await crossed()),
      ...(await clientSignatures()),
    ],
  };
}

const input = (token: string, changes: object = {}) => ({ token, jwks, nowMs, ...changes });

/** A compact JWS of any header and claims, by any key. */
async function sign(header: object, claims: object | string, key = tokenKey): Promise<string> {
  const payload = typeof claims === 'string' ? claims : JSON.stringify(claims);
  const content = `${base64url(JSON.stringify(header))}.${base64url(payload)}`;
  const { sign } = await fixedSigner(key);
  return `${content}.${base64url(await sign(utf8(content)))}`;
}

const header = { alg: 'ES256', typ: 'JWT', kid };

async function tokenVectors<Claims extends { readonly exp: number }>(
  check: string,
  claims: Claims,
  issue: (
    claims: Claims,
    signer: { kid: string; sign: (message: Uint8Array) => Promise<Uint8Array> },
  ) => Promise<string>,
): Promise<Vector[]> {
  const { sign: signByToken } = await fixedSigner(tokenKey);
  const token = await issue(claims, { kid, sign: signByToken });
  const [head, payload, signature] = token.split('.');
  const refuse = (name: string, given: object, reason: string) =>
    invalid(`${check}: ${name}`, check, { ...given }, reason);
  const refuseHeader = async (name: string, changed: object, reason: string) =>
    refuse(name, input(await sign(changed, claims)), reason);
  const refuseClaims = async (name: string, changed: object | string, reason = 'MALFORMED') =>
    refuse(name, input(await sign(header, changed)), reason);
  return [
    valid(`${check}: default`, check, input(token), claims),
    valid(
      `${check}: further claims, which are left out`,
      check,
      input(await sign(header, { ...claims, iss: 'x' })),
      claims,
    ),
    valid(`${check}: JSON with white space`, check, input(await sign(header, JSON.stringify(claims, null, 1))), claims),
    valid(
      `${check}: a key for another use beside the right one`,
      check,
      input(token, { jwks: { keys: [...jwks.keys, forEncryption] } }),
      claims,
    ),
    refuse('two keys of one id', input(token, { jwks: { keys: [...jwks.keys, ...jwks.keys] } }), 'MALFORMED'),
    valid(`${check}: in its last millisecond`, check, input(token, { nowMs: exp * 1000 - 1 }), claims),
    refuse('at the second of its end', input(token, { nowMs: exp * 1000 }), 'TOKEN_EXPIRED'),
    refuse('by another key', input(await sign(header, claims, strangerKey)), 'SIGNATURE_INVALID'),
    refuse('by a key of another id', input(await sign({ ...header, kid: 'vectors-2' }, claims)), 'KEY_ID_UNKNOWN'),
    refuse('without keys', input(token, { jwks: { keys: [] } }), 'KEY_ID_UNKNOWN'),
    refuse(
      'altered claims',
      input(`${head}.${base64url(JSON.stringify({ ...claims, exp: exp + 1 }))}.${signature}`),
      'SIGNATURE_INVALID',
    ),
    refuse('no signature', input(`${head}.${payload}.`), 'MALFORMED'),
    refuse('two parts', input(`${head}.${payload}`), 'MALFORMED'),
    refuse('four parts', input(`${token}.${signature}`), 'MALFORMED'),
    refuse('padding', input(`${token}==`), 'MALFORMED'),
    refuse('a line end behind it', input(`${token}\n`), 'MALFORMED'),
    await refuseHeader('the algorithm none', { ...header, alg: 'none' }, 'ALGORITHM_NOT_ALLOWED'),
    await refuseHeader('a symmetric algorithm', { ...header, alg: 'HS256' }, 'ALGORITHM_NOT_ALLOWED'),
    await refuseHeader('the algorithm in lower case', { ...header, alg: 'es256' }, 'ALGORITHM_NOT_ALLOWED'),
    await refuseHeader('a key in its header', { ...header, jwk: toJwk(tokenKey.publicKey.hex, kid) }, 'MALFORMED'),
    await refuseHeader(
      'the address of keys in its header',
      { ...header, jku: 'https://example.com/keys' },
      'MALFORMED',
    ),
    await refuseHeader('a critical extension', { ...header, crit: ['exp'] }, 'MALFORMED'),
    await refuseHeader('no key id', { alg: 'ES256', typ: 'JWT' }, 'MALFORMED'),
    await refuseHeader('another type', { ...header, typ: 'at+jwt' }, 'MALFORMED'),
    await refuseClaims('an end as text', { ...claims, exp: String(exp) }),
    await refuseClaims('an end in milliseconds', { ...claims, exp: exp * 1000 }),
    await refuseClaims('an end that is not whole', { ...claims, exp: exp + 0.5 }),
    await refuseClaims('no end', { ...claims, exp: undefined }),
    await refuseClaims('a public key that is none', { ...claims, public_key: '00' }),
    await refuseClaims('a claim twice', JSON.stringify(claims).replace('{', '{"exp":9999999999,')),
    await refuseClaims('a list of claims', [claims]),
    await refuseClaims('no organization', { ...claims, organization_id: '' }),
  ];
}

/** A token of one kind where the other is asked for. */
async function crossed(): Promise<Vector[]> {
  return [
    invalid(
      'sessionToken: a verification token',
      'sessionToken',
      input(await sign(header, verificationClaims)),
      'MALFORMED',
    ),
    invalid(
      'verificationToken: a session token',
      'verificationToken',
      input(await sign(header, sessionClaims)),
      'MALFORMED',
    ),
  ];
}

async function clientSignatures(): Promise<Vector[]> {
  const token = { id: verificationClaims.id, public_key: clientKey.publicKey.hex };
  const sessionPublicKey = keyOf('p256', 'next session').publicKey.hex;
  const login = { login: { publicKey: sessionPublicKey }, tokenId: token.id, type: 'USAGE_TYPE_LOGIN' };
  const signup = { apiKeys: [], authenticators: [], oauthProviders: [], email: 'ada@example.com' };
  const signupMessage = { signupV2: signup, tokenId: token.id, type: 'USAGE_TYPE_SIGNUP' };
  const signer = await fixedSigner(clientKey);
  const signed = (message: unknown) =>
    signClientMessage(typeof message === 'string' ? message : JSON.stringify(message), signer);
  const sound = await signed(login);
  const ask = (clientSignature: object, changes: object = {}) => ({
    clientSignature,
    token,
    sessionPublicKey,
    ...changes,
  });
  const reordered = `{ "type":"USAGE_TYPE_LOGIN", "tokenId":"${token.id}", "login":{"publicKey":"${sessionPublicKey}"} }`;
  const refuse = (name: string, given: object, reason: string) =>
    invalid(`loginSignature: ${name}`, 'loginSignature', { ...given }, reason);
  const stranger = await signClientMessage(sound.message, await fixedSigner(strangerKey));
  return [
    valid('loginSignature: default', 'loginSignature', ask(sound)),
    valid('loginSignature: spaced and ordered differently', 'loginSignature', ask(await signed(reordered))),
    refuse('an altered message', ask({ ...sound, message: reordered }), 'SIGNATURE_INVALID'),
    refuse('by a key that the token is not bound to', ask(stranger), 'KEY_MISMATCH'),
    refuse(
      'by another key under the name of the right one',
      ask({ ...stranger, publicKey: sound.publicKey }),
      'SIGNATURE_INVALID',
    ),
    refuse(
      'for another session key',
      ask(await signed({ ...login, login: { publicKey: clientKey.publicKey.hex } })),
      'BINDING_MISMATCH',
    ),
    refuse('for another token', ask(await signed({ ...login, tokenId: 'another' })), 'BINDING_MISMATCH'),
    refuse('for a sign-up', ask(await signed(signupMessage)), 'BINDING_MISMATCH'),
    refuse('in DER', ask({ ...sound, signature: `3044${sound.signature}` }), 'MALFORMED'),
    refuse('under another scheme', ask({ ...sound, scheme: 'CLIENT_SIGNATURE_SCHEME_NONE' }), 'SCHEME_NOT_ALLOWED'),
    valid('signupSignature: default', 'signupSignature', {
      clientSignature: await signed(signupMessage),
      token,
      signup,
    }),
    valid('signupSignature: null, left out and empty', 'signupSignature', {
      clientSignature: await signed({
        ...signupMessage,
        signupV2: { email: signup.email, phoneNumber: null, authenticators: [] },
      }),
      ...{ token, signup },
    }),
    invalid(
      'signupSignature: another contact',
      'signupSignature',
      { clientSignature: await signed(signupMessage), token, signup: { ...signup, email: 'eve@example.com' } },
      'BINDING_MISMATCH',
    ),
    invalid(
      'signupSignature: a further key',
      'signupSignature',
      {
        clientSignature: await signed(signupMessage),
        token,
        signup: { ...signup, apiKeys: [{ publicKey: sessionPublicKey }] },
      },
      'BINDING_MISMATCH',
    ),
    invalid(
      'signupSignature: a login',
      'signupSignature',
      { clientSignature: sound, token, signup },
      'BINDING_MISMATCH',
    ),
  ];
}
