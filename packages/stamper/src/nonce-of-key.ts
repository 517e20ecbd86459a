import { native } from '#native';
import { encodeHex } from './encoding/hex.ts';
import { encodeUtf8 } from './encoding/utf8.ts';
import { compressedHex, uncompressP256 } from './keys/p256-point.ts';

/**
 * The nonce that binds an OIDC token to a P-256 key: the SHA-256, in lower-case hex, of the key's compressed form **as hex
 * text**, not as bytes.
 *
 * @example
 * authorizationUrl.searchParams.set('nonce', await nonceOfKey(session.publicKey));
 */
export async function nonceOfKey(publicKey: string): Promise<string> {
  const text = compressedHex(uncompressP256(publicKey, 'publicKey'));
  return encodeHex(await native.sha256(encodeUtf8(text, 'publicKey')));
}
