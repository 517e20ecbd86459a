import { decodeBase64Url } from '../encoding/base64url.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isObject } from '../encoding/json.ts';
import { ecJwk } from '../encoding/public-jwk.ts';
import { p256Keys } from '../keys/p256-keys.ts';
import { StamperError } from '../stamper-error.ts';
import { createP256Verifier, type Verifier } from '../verify/verifier.ts';
import { isKeyId, type TrustedKeys } from './jws.ts';

/** A published key for tokens (RFC 7517). */
export interface TokenJwk {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: 'ES256';
  readonly use: 'sig';
}

const maxKeys = 100;

/** The JSON Web Key of a public key that signs tokens. */
export function toJwk(publicKey: string, kid: string): TokenJwk {
  if (!isKeyId(kid)) throw new StamperError('MALFORMED', 'kid', 'is not 1 to 128 printable ASCII characters');
  const { x, y } = ecJwk('P-256', p256Keys.parsePublicKey(publicKey).uncompressed);
  return { kty: 'EC', crv: 'P-256', x, y, kid, alg: 'ES256', use: 'sig' };
}

/** The key set to publish: the current signing key and the previous keys that still verify. */
export function buildJwks(keys: readonly { readonly publicKey: string; readonly kid: string }[]): {
  readonly keys: readonly TokenJwk[];
} {
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) {
    throw new StamperError('MALFORMED', 'kid', 'is used by two keys');
  }
  return { keys: keys.map(({ publicKey, kid }) => toJwk(publicKey, kid)) };
}

/**
 * Imports the keys of a published set to verify tokens with. Keys of other kinds or for other uses are skipped. The set is
 * refused if two keys for tokens share an id, or if any key is private.
 *
 * @example
 * const keys = await importJwks(await response.json());
 * const verdict = await verifySessionToken(session, keys);
 */
export async function importJwks(jwks: unknown): Promise<TrustedKeys> {
  const list = isObject(jwks) ? jwks['keys'] : undefined;
  if (!Array.isArray(list) || list.length > maxKeys) {
    throw new StamperError('MALFORMED', 'jwks.keys', `is not an array of at most ${maxKeys} keys`);
  }
  const trusted = new Map<string, Verifier>();
  for (const [index, jwk] of list.entries()) {
    const part = `jwks.keys[${index}]`;
    if (!isObject(jwk)) throw new StamperError('MALFORMED', part, 'is not an object');
    if (!isTokenKey(jwk)) continue;
    const { kid } = jwk;
    if (!isKeyId(kid) || trusted.has(kid)) {
      throw new StamperError('MALFORMED', `${part}.kid`, 'is missing, malformed or used by two keys');
    }
    if ('d' in jwk) throw new StamperError('INVALID_KEY', part, 'is a private key');
    const point = `04${coordinate(jwk['x'], `${part}.x`)}${coordinate(jwk['y'], `${part}.y`)}`;
    trusted.set(kid, await createP256Verifier(p256Keys.parsePublicKey(point, part)));
  }
  return trusted;
}

/** RFC 7517, 4.2 to 4.4: an absent member does not restrict the key. */
function isTokenKey({ kty, crv, alg = 'ES256', use = 'sig', key_ops = ['verify'] }: Jwk): boolean {
  const verifies = Array.isArray(key_ops) && key_ops.includes('verify');
  return kty === 'EC' && crv === 'P-256' && alg === 'ES256' && use === 'sig' && verifies;
}

/** RFC 7518, 6.2.1.2: the full length of a coordinate, in base64url. */
function coordinate(value: unknown, part: string): string {
  const bytes = typeof value === 'string' && value.length <= 64 ? decodeBase64Url(value, part) : new Uint8Array();
  if (bytes.length === 32) return encodeHex(bytes);
  throw new StamperError('MALFORMED', part, 'is not 32 bytes in base64url');
}

type Jwk = { readonly [member: string]: unknown };
