import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generatePrivateKey } from '@mintmark/stamper';
import { buildJwks, createP256Signer, importJwks, signIdentityToken } from '@mintmark/stamper/tokens';
import { type IssuedToken, startOidcIssuer, type TestOidcIssuer } from '@mintmark/testing/oidc-issuer';
import { temporaryDirectory } from '@mintmark/testing/temporary-directory';
import { exportJWK, type JWTHeaderParameters, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../../core/model/api-error.ts';
import type { GuardedFetch } from '../../../core/ports/guarded-fetch.ts';
import { createGuardedFetch } from '../guarded-fetch.ts';
import { nonceOf, requireNonce } from './nonce.ts';
import { createOidcVerifier, type OidcVerifierOptions } from './oidc-verifier.ts';

const { publicKey } = generatePrivateKey('p256');
const person = { subject: 'person-1', nonce: nonceOf(publicKey.hex), email: 'person@example.com' };
const { signal } = new AbortController();
const seconds = (time = Date.now()) => Math.floor(time / 1000);

let provider: TestOidcIssuer;
/** A token of the provider that is valid for an hour. */
let token: string;
/** Claims as in that token. */
let claims: Record<string, unknown>;
beforeAll(async () => {
  provider = await startOidcIssuer();
  token = await provider.issueToken(person);
  const times = { iat: seconds(), exp: seconds() + 3600 };
  claims = { iss: provider.issuer, sub: person.subject, aud: provider.clientId, nonce: person.nonce, ...times };
});
afterAll(() => provider.close());

const guardedFetch = createGuardedFetch();
let fetched: string[] = [];
const countingFetch: GuardedFetch = (request) => {
  fetched.push(request.url);
  return guardedFetch(request);
};
let time = 0;
beforeEach(() => {
  fetched = [];
  time = Date.now();
});

const verifier = (options: Partial<OidcVerifierOptions> = {}) =>
  createOidcVerifier({
    issuers: [{ issuer: provider.issuer }],
    fetch: countingFetch,
    clock: () => new Date(time),
    ...options,
  });
const verify = (text: string, oidc = verifier()) => oidc.verify(text, { signal });

/** Why a token is refused. */
async function reasonOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => expect.fail('the token was accepted'),
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(ApiError);
  const { code, message } = error as ApiError;
  expect(code).toBe('INVALID_OIDC_TOKEN');
  expect(message).toMatch(/^invalid OIDC token: /);
  return message.slice('invalid OIDC token: '.length);
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('verify', () => {
  test('default: a token of a real provider', async () => {
    const identity = await verify(token);
    expect(identity).toEqual({
      issuer: provider.issuer,
      audience: 'sample-app',
      subject: 'person-1',
      nonce: person.nonce,
      email: 'person@example.com',
      emailVerified: true,
      expiresAt: expect.any(Date),
      isOwn: false,
    });
    expect(Math.abs(identity.expiresAt.getTime() - Date.now() - 3600_000)).toBeLessThan(60_000);
    expect(() => requireNonce(identity, publicKey.hex)).not.toThrow();
    expect(fetched).toEqual([`${provider.issuer}/.well-known/openid-configuration`, `${provider.issuer}/jwks`]);
  });

  test.each(['base64', 'base64url'] as const)('args: %s of a token', async (encoding) => {
    expect(await verify(Buffer.from(token).toString(encoding))).toMatchObject({ subject: 'person-1' });
  });

  test.each<[string, Partial<IssuedToken>, object]>([
    ['an address that is not verified', { emailVerified: false }, { emailVerified: false }],
    ['another audience', { audience: 'other-app' }, { audience: 'other-app' }],
  ])('args: %s', async (_, changes, expected) => {
    const issued = await provider.issueToken({ ...person, ...changes });
    expect(await verify(issued)).toMatchObject({ email: person.email, ...expected });
  });

  test('args: a person without an e-mail address, whatever email_verified says', async () => {
    const issued = await provider.issueToken({ subject: 'person-2', nonce: person.nonce });
    expect(await verify(issued)).toMatchObject({ email: undefined, emailVerified: false });
    const forged = await provider.signToken({ ...claims, email_verified: true });
    expect(await verify(forged)).toMatchObject({ email: undefined, emailVerified: false });
  });

  test.each([
    ['one audience in an array', { aud: ['sample-app'] }, { audience: 'sample-app' }],
    ['several audiences with azp', { aud: ['a', 'b'], azp: 'b' }, { audience: 'b' }],
    ['tknonce beside a nonce of the library', { nonce: 'x', tknonce: person.nonce }, { nonce: person.nonce }],
    ['tknonce alone', { nonce: undefined, tknonce: person.nonce }, { nonce: person.nonce }],
    ['email_verified as text', { email: 'a@b.test', email_verified: 'true' }, { emailVerified: true }],
    ['iat and nbf less than a minute ahead', { iat: seconds() + 50, nbf: seconds() + 50 }, { subject: 'person-1' }],
  ])('args: %s', async (_, changes, expected) => {
    expect(await verify(await provider.signToken({ ...claims, ...changes }))).toMatchObject(expected);
  });

  test('args: audiences narrow the tokens of an issuer', async () => {
    const oidc = verifier({ issuers: [{ issuer: provider.issuer, audiences: ['other-app', 'third-app'] }] });
    expect(await reasonOf(verify(token, oidc))).toBe('its audience is not accepted by this server');
    const other = await provider.issueToken({ ...person, audience: 'other-app' });
    expect(await verify(other, oidc)).toMatchObject({ audience: 'other-app' });
  });

  test('behavior: 100 verifications at the same time fetch the keys once', async () => {
    const oidc = verifier();
    const identities = await Promise.all(Array.from({ length: 100 }, () => verify(token, oidc)));
    expect(new Set(identities.map(({ subject }) => subject))).toEqual(new Set(['person-1']));
    expect(fetched).toHaveLength(2);
  });

  test('behavior: an audience is listed only if the operator has named it', () => {
    const listing = createOidcVerifier({
      issuers: [{ issuer: 'https://a.test', audiences: ['app'] }, { issuer: 'https://b.test' }],
      fetch: () => expect.unreachable(),
      clock: () => new Date(),
    });
    const listed = ['app', 'other'].map((audience) => listing.listsAudience('https://a.test', audience));
    expect(listed).toEqual([true, false]);
    expect(listing.listsAudience('https://b.test', 'app')).toBe(false);
    expect(listing.listsAudience('https://c.test', 'app')).toBe(false);
  });

  test('behavior: allows needs no network', () => {
    const oidc = verifier();
    expect(oidc.allows(provider.issuer)).toBe(true);
    for (const other of [`${provider.issuer}/`, provider.issuer.toUpperCase(), ''])
      expect(oidc.allows(other)).toBe(false);
    expect(fetched).toEqual([]);
  });

  test.each([
    ['expired', { exp: seconds() - 1 }, 'it has expired'],
    ['issued in the future', { iat: seconds() + 600 }, 'it was issued in the future'],
    ['not valid yet', { nbf: seconds() + 600 }, 'it is not valid yet'],
    ['no exp', { exp: undefined }, 'it has no exp'],
    ['exp as text', { exp: '9e9' }, 'its exp is not a number of seconds'],
    ['exp in milliseconds', { exp: Date.now() + 3600_000 }, 'its exp is not a number of seconds'],
    ['no iat', { iat: undefined }, 'it has no iat'],
    ['nbf as text', { nbf: '0' }, 'its nbf is not a number of seconds'],
    ['no sub', { sub: undefined }, 'it has no sub'],
    ['an empty sub', { sub: '' }, 'its sub is not text of 1 to 255 characters'],
    ['a long sub', { sub: 'x'.repeat(256) }, 'its sub is not text of 1 to 255 characters'],
    ['a sub that is a number', { sub: 7 }, 'its sub is not text of 1 to 255 characters'],
    ['no aud', { aud: undefined }, 'it has no aud'],
    ['no audience in an array', { aud: [] }, 'it has several audiences, and its azp is none of them'],
    ['several audiences', { aud: ['a', 'b'] }, 'it has several audiences, and its azp is none of them'],
    ['azp of somebody else', { aud: ['a', 'b'], azp: 'c' }, 'it has several audiences, and its azp is none of them'],
    ['a nonce that is no text', { nonce: 7 }, 'its nonce is not text'],
    ['a NUL character', { sub: 'a\0b' }, 'its payload has a NUL character in a string'],
  ])('error: %s', async (_, changes, reason) => {
    expect(await reasonOf(verify(await provider.signToken({ ...claims, ...changes })))).toBe(reason);
  });

  test('error: a token at the second of its exp', async () => {
    const exp = seconds() + 10;
    const short = await provider.signToken({ ...claims, exp });
    const oidc = verifier();
    time = exp * 1000 - 1;
    expect(await verify(short, oidc)).toMatchObject({ subject: 'person-1', expiresAt: new Date(exp * 1000) });
    time = exp * 1000;
    expect(await reasonOf(verify(short, oidc))).toBe('it has expired');
  });

  test.each([
    ['of another issuer', () => ({ iss: 'https://issuer.test' })],
    ['of nearly the same issuer', () => ({ iss: `${provider.issuer}/` })],
    ['of no issuer', () => ({ iss: undefined })],
    ['of several issuers', () => ({ iss: [provider.issuer] })],
  ])('error: a token %s, and nothing is fetched', async (_, changes) => {
    const foreign = await provider.signToken({ ...claims, ...changes() });
    const before = provider.requests.length;
    expect(await reasonOf(verify(foreign))).toBe('its issuer is not accepted by this server');
    expect(await reasonOf(verify(foreign, verifier({ issuers: [] })))).toBe(
      'this server accepts no identity providers',
    );
    expect(fetched).toEqual([]);
    expect(provider.requests).toHaveLength(before);
  });

  test.each([
    ['no JWT', 'a.b', 'it is not a compact JWT'],
    ['empty', '', 'it is not a compact JWT'],
    ['base64 of something else', Buffer.from('hello').toString('base64'), 'it is not a compact JWT'],
    ['an encrypted token', 'a.b.c.d.e', 'it is not a compact JWT'],
    ['a header that is not JSON', 'YQ.e30.YQ', 'its header is not valid JSON'],
    ['a payload that is an array', 'e30.W10.YQ', 'its payload is not a JSON object'],
    ['too large', `${'x'.repeat(16_384)}.x.x`, 'it is longer than 16384 characters'],
    ['too large in base64', 'x'.repeat(21_849), 'it is longer than 16384 characters'],
    [
      'a member twice',
      `e30.${Buffer.from('{"iss":"a","iss":"b"}').toString('base64url')}.x`,
      'its payload has the member "iss" twice',
    ],
  ])('error: %s', async (_, text, reason) => {
    expect(await reasonOf(verify(text))).toBe(reason);
    expect(fetched).toEqual([]);
  });
});

describe('the signature', () => {
  const wrongAlgorithm = 'its algorithm is not RS256, PS256, ES256 or EdDSA';

  test.each(['none', 'None', 'HS256', 'RS1', 'RS512', 'ES256K', undefined, 7])(
    'error: the algorithm %s, and nothing is fetched',
    async (alg) => {
      const [, payload, signature] = token.split('.');
      const unsigned = `${encode({ alg, typ: 'JWT' })}.${payload}.`;
      expect(await reasonOf(verify(unsigned))).toBe(wrongAlgorithm);
      expect(await reasonOf(verify(`${unsigned}${signature}`))).toBe(wrongAlgorithm);
      expect(fetched).toEqual([]);
    },
  );

  test('error: HS256 with the public key as the secret', async () => {
    const jwk = await provider.publicJwk();
    const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
    for (const secret of [key.export({ type: 'spki', format: 'pem' }), JSON.stringify(jwk)]) {
      const content = `${encode({ alg: 'HS256', kid: jwk.kid })}.${encode(claims)}`;
      const mac = createHmac('sha256', secret).update(content).digest('base64url');
      expect(await reasonOf(verify(`${content}.${mac}`))).toBe(wrongAlgorithm);
    }
  });

  test('error: changed claims, a changed header, a signature that is cut off', async () => {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const other = encode({ ...claims, sub: 'person-2' });
    const unverified = 'its signature does not verify';
    expect(await reasonOf(verify(`${header}.${other}.${signature}`))).toBe(unverified);
    expect(await reasonOf(verify(`${header}.${payload}.${signature.slice(0, -4)}`))).toBe(unverified);
    expect(await reasonOf(verify(`${header}.${payload}.`))).toBe(unverified);
    const { kid } = await provider.publicJwk();
    expect(await reasonOf(verify(`${encode({ alg: 'RS256', kid, x: 1 })}.${payload}.${signature}`))).toBe(unverified);
  });

  test('error: a key in the header, or its address, is never used', async () => {
    const { privateKey, publicKey: forged } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { kid } = await provider.publicJwk();
    const url = `${provider.issuer}/forged`;
    const header = { alg: 'RS256', kid, jwk: await exportJWK(forged), jku: url, x5u: url } as JWTHeaderParameters;
    const signed = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    expect(await reasonOf(verify(signed))).toBe('its signature does not verify');
    expect(fetched).not.toContain(url);
  });

  test.each([
    [{ crit: ['b64'], b64: true }, 'its header has extensions that are not supported'],
    [{ typ: 'at+jwt' }, 'it is not an ID token'],
    [{ typ: 'logout+jwt' }, 'it is not an ID token'],
    [{ kid: 7 as unknown as string }, 'its key id is not text'],
  ])('error: the header %j', async (header, reason) => {
    const signed = await provider.signToken(claims, header);
    expect(await reasonOf(verify(signed))).toBe(reason);
  });
});

describe('own tokens', () => {
  const key = generatePrivateKey('p256');
  const kid = 'own';
  const issuer = 'https://wallets.example';
  const own = async () => ({ issuer, keys: await importJwks(buildJwks([{ publicKey: key.publicKey.hex, kid }])) });
  const [iat, exp] = [seconds(), seconds() + 600];
  const ownClaims = { iss: issuer, aud: 'client', sub: 'alpha:42', iat, exp, nonce: person.nonce };

  test('default: verified without a call to the outside', async () => {
    const signed = await signIdentityToken(ownClaims, { kid, ...createP256Signer(key.toApiKey()) });
    for (const issuers of [[], [{ issuer: provider.issuer }]]) {
      const oidc = verifier({ issuers, own: await own() });
      expect(oidc.allows(issuer)).toBe(true);
      expect(await verify(signed, oidc)).toEqual({
        issuer,
        audience: 'client',
        subject: 'alpha:42',
        nonce: person.nonce,
        email: undefined,
        emailVerified: false,
        expiresAt: new Date(exp * 1000),
        isOwn: true,
      });
    }
    expect(fetched).toEqual([]);
    expect(await reasonOf(verify(signed))).toBe('its issuer is not accepted by this server');
  });

  test('error: signed with another key, by an accepted provider, or expired', async () => {
    const oidc = verifier({ own: await own() });
    const forger = { kid, ...createP256Signer(generatePrivateKey('p256').toApiKey()) };
    const forged = await signIdentityToken(ownClaims, forger);
    expect(await reasonOf(verify(forged, oidc))).toBe('token.signature does not verify');
    const foreign = await provider.signToken(ownClaims);
    expect(await reasonOf(verify(foreign, oidc))).toBe('token.header.alg is not ES256');
    const signed = await signIdentityToken(ownClaims, { kid, ...createP256Signer(key.toApiKey()) });
    time += 600_000;
    expect(await reasonOf(verify(signed, oidc))).toBe('token has expired');
    expect(fetched).toEqual([]);
  });
});

describe('key files', () => {
  test('default: nothing is fetched, and a changed file is read again', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'keys.json');
    await using issuer = await startOidcIssuer();
    const write = async () => {
      await writeFile(`${path}.new`, JSON.stringify({ keys: [await issuer.publicJwk()] }));
      await rename(`${path}.new`, path);
    };
    await write();
    const oidc = verifier({ issuers: [{ issuer: issuer.issuer, jwksFile: path }] });
    expect(await verify(await issuer.issueToken(person), oidc)).toMatchObject({ subject: 'person-1' });
    await issuer.rotateKeys();
    const rotated = await issuer.issueToken(person);
    expect(await reasonOf(verify(rotated, oidc))).toBe('its issuer has no key with this key id');
    await write();
    time += 1000;
    expect(await verify(rotated, oidc)).toMatchObject({ subject: 'person-1' });
    // A file that is away or broken: the last keys are used for a day.
    await writeFile(path, '{');
    time += 1000;
    expect(await verify(rotated, oidc)).toMatchObject({ subject: 'person-1' });
    await rm(path);
    time += 3500_000;
    expect(await verify(rotated, oidc)).toMatchObject({ subject: 'person-1' });
    time += 25 * 3600_000;
    expect(await reasonOf(verify(rotated, oidc))).toBe('the key file of its issuer cannot be read');
    expect(fetched).toEqual([]);
  });
});

describe('nonceOf', () => {
  test('default: the SHA-256 of the text, for any spelling of the key', () => {
    const key = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
    const nonce = 'f33a3a29fb35f3ce5fd7c75b2bda50a2c614a1b9f52c1e11835d5c01047fc726';
    expect(nonceOf(key)).toBe(nonce);
    expect(nonceOf(key.toUpperCase())).toBe(nonce);
    expect(nonceOf(Buffer.from(publicKey.uncompressed).toString('hex'))).toBe(nonceOf(publicKey.hex));
  });

  test('error: no nonce, that of another key, or another spelling of it', () => {
    const refused = (nonce: string | undefined) => reasonOf((async () => requireNonce({ nonce }, publicKey.hex))());
    return Promise.all([
      expect(refused(undefined)).resolves.toBe('it has no nonce'),
      expect(refused('')).resolves.toBe('its nonce is not the SHA-256 of the public key'),
      expect(refused(nonceOf(generatePrivateKey('p256').publicKey.hex))).resolves.toContain('its nonce is not'),
      expect(refused(person.nonce.toUpperCase())).resolves.toContain('its nonce is not'),
    ]);
  });
});
