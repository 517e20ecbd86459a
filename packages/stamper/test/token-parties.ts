import { createPrivateKey, sign } from 'node:crypto';
import { generatePrivateKey } from '../src/keys/keys-by-curve.ts';
import { createP256Signer } from '../src/keys/p256-signer.ts';
import { exportJwk } from '../src/keys/private-jwk.ts';
import { buildJwks, importJwks, toJwk } from '../src/tokens/jwks.ts';
import type { TrustedKeys } from '../src/tokens/jws.ts';
import { type SessionClaims, verifySessionToken } from '../src/tokens/session-token.ts';
import type { VerificationClaims } from '../src/tokens/verification-token.ts';
import { reason } from './failure.ts';

// Who takes part in tokens, and what they say.

export const serviceKey = generatePrivateKey('p256');
export const otherKey = generatePrivateKey('p256');
export const sessionKey = generatePrivateKey('p256');

export const kid = 'notarizer-2026';
export const signer = { kid, ...createP256Signer(serviceKey.toApiKey()) };
export const jwk = toJwk(serviceKey.publicKey.hex, kid);
export const jwks = buildJwks([{ publicKey: serviceKey.publicKey.hex, kid }]);
export const keys: TrustedKeys = await importJwks(jwks);

export const exp = 1_800_000_000;
/** The last moment at which the claims below are good. */
export const now = () => exp * 1000 - 1;
export const session: SessionClaims = {
  exp,
  public_key: sessionKey.publicKey.hex,
  session_type: 'SESSION_TYPE_READ_WRITE',
  user_id: '5d1f9c7e-2f5a-4a26-9e37-0d1c6b8a4f90',
  organization_id: '6f1e7a3c-58d2-4c0b-9a41-2b7d90c3e5f8',
};
export const verification: VerificationClaims = {
  exp,
  id: '3d9b2f71-6a08-4c5e-b1d7-90e4f8a2c653',
  organization_id: session.organization_id,
  verification_type: 'OTP_TYPE_EMAIL',
  contact: 'user@example.com',
  public_key: sessionKey.publicKey.hex,
};

export const header = { alg: 'ES256', typ: 'JWT', kid };
export const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
export const decode = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

/** A signature by node:crypto, r and s or DER. */
export function nodeSign(message: string, key = serviceKey, dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363'): Buffer {
  const privateKey = createPrivateKey({ key: { ...exportJwk(key) }, format: 'jwk' });
  return sign('sha256', Buffer.from(message), { key: privateKey, dsaEncoding });
}

/** A token by node:crypto: any header and payload, also as text, signed rightly. */
export function nodeToken(head: unknown, payload: unknown, key = serviceKey): string {
  const content = `${encode(head)}.${encode(payload)}`;
  return `${content}.${nodeSign(content, key).toString('base64url')}`;
}

/** What is said of a session token. */
export const verified = async (token: string, trusted = keys) =>
  reason(await verifySessionToken(token, trusted, { now }));
