/** What derivation needs of a curve whose secrets are scalars. */
export interface CurveArithmetic {
  /** The compressed public key of a secret. */
  publicKeyOf(secret: Uint8Array): Uint8Array;
  /** The sum modulo the order of the curve, in a new buffer. Undefined if the tweak is not below the order, or the sum is zero. */
  addToSecret(secret: Uint8Array, tweak: Uint8Array): Uint8Array | undefined;
  /** Whether bytes are a secret: 32 bytes, from 1 to the order less 1. */
  isSecret(bytes: Uint8Array): boolean;
  /** Overwrites what the library still holds of secrets: call it after the last use of a secret. */
  clear(): void;
}
