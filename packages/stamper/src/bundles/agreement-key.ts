import { encodeBase64Url } from '../encoding/base64url.ts';
import { ecJwk } from '../encoding/public-jwk.ts';
import { PrivateKey } from '../keys/private-key.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { findSubtle } from '../native/subtle.ts';
import { StamperError } from '../stamper-error.ts';

export const ecdh = { name: 'ECDH', namedCurve: 'P-256' };

/** A checked public key, for the runtime's key agreement. */
export function importAgreementPoint({ uncompressed }: PublicKey): Promise<CryptoKey> {
  return findSubtle().importKey('raw', uncompressed, ecdh, true, []);
}

/**
 * A private key with its public key, for the runtime's key agreement. Both are passed, because not every runtime derives
 * the public key.
 */
export async function importAgreementKey(key: PrivateKey, part: string): Promise<CryptoKeyPair> {
  if (!(key instanceof PrivateKey)) throw new StamperError('MALFORMED', part, 'is not a PrivateKey');
  if (key.curve !== 'p256') throw new StamperError('CURVE_MISMATCH', part, 'is not a p256 key');
  const secret = key.bytes();
  const jwk = { ...ecJwk('P-256', key.publicKey.uncompressed), d: encodeBase64Url(secret) };
  secret.fill(0);
  return {
    privateKey: await findSubtle().importKey('jwk', jwk, ecdh, false, ['deriveBits']),
    publicKey: await importAgreementPoint(key.publicKey),
  };
}
