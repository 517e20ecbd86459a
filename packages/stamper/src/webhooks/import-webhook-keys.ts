import { decodeBase64Url } from '../encoding/base64url.ts';
import { encodeHex } from '../encoding/hex.ts';
import { isObject } from '../encoding/json.ts';
import { ed25519Keys } from '../keys/ed25519-keys.ts';
import { StamperError } from '../stamper-error.ts';
import { createEd25519Verifier, type Verifier } from '../verify/verifier.ts';

/** Keys that a service signs its webhooks with: the current one, and those before it. */
export type WebhookKeys = readonly Verifier[];

const maxKeys = 10;

/**
 * Imports the keys that a service publishes at /public/v1/discovery/webhooks/jwks (RFC 8037). Keep the result: importing costs as
 * much as a verification. Keys of other kinds or for other uses are skipped. A set without a usable key is refused.
 *
 * @example
 * const keys = await importWebhookKeys(await response.json());
 */
export async function importWebhookKeys(jwks: unknown): Promise<WebhookKeys> {
  const list = isObject(jwks) ? jwks['keys'] : undefined;
  if (!Array.isArray(list) || list.length > maxKeys)
    throw new StamperError('MALFORMED', 'jwks.keys', `is not an array of at most ${maxKeys} keys`);
  const keys: Verifier[] = [];
  for (const [index, jwk] of list.entries()) {
    const part = `jwks.keys[${index}]`;
    if (!isObject(jwk)) throw new StamperError('MALFORMED', part, 'is not an object');
    const { kty, crv, alg = 'EdDSA', use = 'sig', x } = jwk;
    if (kty !== 'OKP' || crv !== 'Ed25519' || alg !== 'EdDSA' || use !== 'sig') continue;
    if ('d' in jwk) throw new StamperError('INVALID_KEY', part, 'is a private key');
    const bytes = typeof x === 'string' && x.length === 43 ? decodeBase64Url(x, `${part}.x`) : undefined;
    if (!bytes) throw new StamperError('MALFORMED', `${part}.x`, 'is not 32 bytes in base64url');
    keys.push(await createEd25519Verifier(ed25519Keys.parsePublicKey(encodeHex(bytes), part)));
  }
  if (keys.length === 0) throw new StamperError('MALFORMED', 'jwks.keys', 'has no ed25519 key for signatures');
  return keys;
}
