import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encodeHex } from '../encoding/hex.ts';

/** A number as hex of 32 bytes, so that the texts compare like the numbers. */
const text = (number: bigint) => number.toString(16).padStart(64, '0');
const zero = '0'.repeat(64);

/** The order of a curve as such a text, computed on first use. */
function orderOf(order: () => bigint): () => string {
  let made: string | undefined;
  return () => {
    made ??= text(order());
    return made;
  };
}

const p256Order = /* @__PURE__ */ orderOf(() => p256.Point.Fn.ORDER);
const secp256k1Order = /* @__PURE__ */ orderOf(() => secp256k1.Point.Fn.ORDER);
const ed25519Order = /* @__PURE__ */ orderOf(() => ed25519.Point.Fn.ORDER);

/** Whether r and s are in the range of P-256. */
export function isP256Signature(signature: Uint8Array): boolean {
  return isEcdsaSignature(signature, p256Order());
}

/** Whether r and s are in the range of secp256k1. */
export function isSecp256k1Signature(signature: Uint8Array): boolean {
  return isEcdsaSignature(signature, secp256k1Order());
}

/**
 * RFC 8032, 5.1.7: s is below the order of the group. An R of small order, which no honest signer makes, is always refused
 * here, because runtimes disagree on it.
 */
export function isEd25519Signature(signature: Uint8Array): boolean {
  return (
    signature.length === 64 &&
    encodeHex(signature.subarray(32).toReversed()) < ed25519Order() &&
    !ED25519_TORSION_SUBGROUP.includes(encodeHex(signature.subarray(0, 32)))
  );
}

/** SEC 1, 4.1.4: r and s are from 1 to n - 1. */
function isEcdsaSignature(signature: Uint8Array, n: string): boolean {
  const isScalar = (bytes: Uint8Array) => {
    const scalar = encodeHex(bytes);
    return scalar > zero && scalar < n;
  };
  return signature.length === 64 && isScalar(signature.subarray(0, 32)) && isScalar(signature.subarray(32));
}
