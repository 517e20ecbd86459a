import type { ApiKey } from './keys/api-key.ts';
import { createP256Signer } from './keys/p256-signer.ts';
import type { Sign } from './native/native-crypto.ts';

/** A P-256 key that signs: its public key as hex, and how it signs. The private key may be anywhere. */
export interface Signer {
  readonly publicKey: string;
  readonly sign: Sign;
}

/**
 * A signer whose private key is in memory. To make it ready costs more than to sign: keep it.
 *
 * @example
 * const signer = createSigner(key.toApiKey());
 * const token = await signSessionToken(claims, { kid, sign: signer.sign });
 */
export function createSigner(key: ApiKey): Signer {
  return { publicKey: key.publicKey, sign: createP256Signer(key) };
}
