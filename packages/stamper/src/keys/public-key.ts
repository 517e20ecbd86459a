import type { Curve } from './curve.ts';

/** A validated public key: a point of its curve that is safe for signatures and key agreement. */
export interface PublicKey {
  readonly curve: Curve;
  /** The one spelling of this key: lower-case hex of the compressed point, or of the 32 bytes of an ed25519 key. */
  readonly hex: string;
  /** The bytes of `hex`. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The 65 bytes of the uncompressed point; for ed25519, which has no such form, the same as `bytes`. */
  readonly uncompressed: Uint8Array<ArrayBuffer>;
}
