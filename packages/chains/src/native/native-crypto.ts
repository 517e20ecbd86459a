/** The bytes of a compressed point (SEC 1, section 2.3.3). */
export const compressedLength = 33;

/** Points of an elliptic curve, as the addresses need them. */
export interface Points {
  /** Whether the bytes are a compressed point on the curve. */
  isPoint(bytes: Uint8Array): boolean;
  /** Returns the 65 bytes of a public key (SEC 1, section 2.3.3). Throws if the bytes are not a compressed point on the curve. */
  decompress(publicKey: Uint8Array): Uint8Array;
}

/** What a platform can do faster than plain JavaScript. */
export interface NativeCrypto {
  sha256(message: Uint8Array): Uint8Array;
  keccak256(message: Uint8Array): Uint8Array;
  readonly p256: Points;
  readonly secp256k1: Points & {
    /** Adds the point of a tweak to a public key of 32 bytes, whose Y is even, and returns the X of the sum (BIP-340, BIP-341). */
    tweakXOnly(xOnly: Uint8Array, tweak: Uint8Array): Uint8Array;
  };
}
