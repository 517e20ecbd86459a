import type { Sign } from './native/native-crypto.ts';

/**
 * A P-256 key that signs: its public key as hex, and how it signs. Made of {@link createP256Signer}, or of whatever keeps
 * the private key elsewhere.
 */
export interface Signer {
  readonly publicKey: string;
  readonly sign: Sign;
}
