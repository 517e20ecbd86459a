import { createPublicKey, type KeyObject } from 'node:crypto';
import type { JsonObject } from '@mintmark/stamper/encoding';
import { type Algorithm, isAlgorithm } from './algorithms.ts';

/** A public key of an issuer. */
export interface IssuerKey {
  readonly kid: string | undefined;
  /** What the key itself allows. The header of a token only selects among these. */
  readonly algorithms: readonly Algorithm[];
  readonly key: KeyObject;
}

/** Several times as many as issuers publish. */
const maxKeys = 100;
/** The cost of a verification grows with the square of the modulus, and with the length of the exponent. */
const rsaBits = { min: 2048, max: 8192 };
const largestExponent = 2n ** 32n;

/**
 * Reads a JSON Web Key Set (RFC 7517). Keys of other kinds or for other uses are skipped, and so are malformed ones: one such
 * key must not lock out the users of the others.
 *
 * @param refusal Makes the error for a problem such as `is not a JSON Web Key Set`.
 */
export function readIssuerKeys({ keys }: JsonObject, refusal: (problem: string) => Error): readonly IssuerKey[] {
  if (!Array.isArray(keys)) throw refusal('is not a JSON Web Key Set');
  if (keys.length > maxKeys) throw refusal(`has more than ${maxKeys} keys`);
  const usable = keys.flatMap((jwk) => readIssuerKey(jwk) ?? []);
  if (usable.length === 0) throw refusal('has no key that can verify tokens');
  return usable;
}

function readIssuerKey(jwk: unknown): IssuerKey | undefined {
  if (typeof jwk !== 'object' || jwk === null) return undefined;
  const { kid, alg, use = 'sig', key_ops: operations = ['verify'] } = jwk as { readonly [member: string]: unknown };
  if (use !== 'sig' || !Array.isArray(operations) || !operations.includes('verify')) return undefined;
  if (kid !== undefined && typeof kid !== 'string') return undefined;
  const allowed = algorithmsOf(jwk as JsonObject).filter((algorithm) => alg === undefined || nameOf(alg) === algorithm);
  const key = allowed.length > 0 ? importKey(jwk as JsonObject) : undefined;
  return key && { kid, algorithms: allowed, key };
}

function algorithmsOf({ kty, crv }: JsonObject): readonly Algorithm[] {
  if (kty === 'RSA') return ['RS256', 'PS256'];
  if (kty === 'EC' && crv === 'P-256') return ['ES256'];
  if (kty === 'OKP' && crv === 'Ed25519') return ['EdDSA'];
  return [];
}

/** RFC 9864: `Ed25519` is another name of what tokens call `EdDSA`. */
const nameOf = (alg: unknown) => (alg === 'Ed25519' ? 'EdDSA' : isAlgorithm(alg) ? alg : undefined);

function importKey({ kty, crv, x, y, n, e }: JsonObject): KeyObject | undefined {
  try {
    // Only the public members: a private key that somebody published by mistake is not kept.
    const members = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => value !== undefined);
    const key = createPublicKey({ key: Object.fromEntries(members), format: 'jwk' });
    return kty !== 'RSA' || isRsaInRange(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

function isRsaInRange({ asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails ?? {};
  const { min, max } = rsaBits;
  return modulusLength >= min && modulusLength <= max && publicExponent >= 3n && publicExponent < largestExponent;
}
