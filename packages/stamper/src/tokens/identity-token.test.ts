import { createLocalJWKSet, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { reason } from '../../test/failure.ts';
import {
  exp,
  header,
  jwks,
  keys,
  nodeToken,
  now,
  otherKey,
  session,
  signer,
  verification,
} from '../../test/token-parties.ts';
import { type IdentityClaims, signIdentityToken, verifyIdentityToken } from './identity-token.ts';
import { signSessionToken, verifySessionToken } from './session-token.ts';
import { signVerificationToken, verifyVerificationToken } from './verification-token.ts';

const issuer = 'https://wallets.example';
const identity: IdentityClaims = {
  iss: issuer,
  aud: 'client',
  sub: 'alpha:42',
  iat: exp - 60,
  exp,
  nonce: 'ab'.repeat(32),
};
const own = { issuer, keys };
const verified = async (token: string) => reason(await verifyIdentityToken(token, own, { now }));

describe('identity token', () => {
  test('default', async () => {
    const token = await signIdentityToken(identity, signer);
    expect(await verifyIdentityToken(token, own, { now })).toEqual({ ok: true, claims: identity });
  });

  test('behavior: another library verifies it with the published keys', async () => {
    const options = { algorithms: ['ES256'], issuer, audience: 'client', currentDate: new Date(now()) };
    const keySet = createLocalJWKSet({ keys: jwks.keys.map((key) => ({ ...key })) });
    const { payload } = await jwtVerify(await signIdentityToken(identity, signer), keySet, options);
    expect(payload).toEqual(identity);
  });

  test('error: it is no token of another kind, and they are no identity tokens', async () => {
    const token = await signIdentityToken(identity, signer);
    expect(await verifySessionToken(token, keys, { now })).toMatchObject({ ok: false });
    expect(await verifyVerificationToken(token, keys, { now })).toMatchObject({ ok: false });
    expect(await verified(await signSessionToken(session, signer))).toContain('MALFORMED token.payload.iss');
    expect(await verified(await signVerificationToken(verification, signer))).toContain('MALFORMED token.payload.iss');
  });

  test('error: expired, forged, or of another issuer', async () => {
    const token = await signIdentityToken(identity, signer);
    const later = await verifyIdentityToken(token, own, { now: () => exp * 1000 });
    expect(reason(later)).toContain('TOKEN_EXPIRED');
    expect(await verified(nodeToken(header, identity, otherKey))).toContain('SIGNATURE_INVALID');
    expect(await verified(nodeToken(header, { ...identity, iss: `${issuer}/` }))).toContain('BINDING_MISMATCH');
  });

  test.each([
    ['iss', undefined],
    ['aud', ['client']],
    ['aud', ''],
    ['sub', ''],
    ['sub', 42],
    ['iat', '1'],
    ['iat', 0.5],
    ['exp', '9e9'],
    ['nonce', undefined],
  ])('error: the claim %s is %j', async (name, value) => {
    const refused = await verified(nodeToken(header, { ...identity, [name]: value }));
    expect(refused).toContain(`MALFORMED token.payload.${name}`);
  });
});
