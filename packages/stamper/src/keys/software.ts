import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes, equalBytes } from '../encoding/bytes.ts';
import type { SigningCurve } from '../native/native-crypto.ts';

/**
 * The curves in JavaScript, for runtimes that lack them. They accept exactly what the native ones do: ECDSA with s in
 * either half, and ed25519 by recomputing R (RFC 8032 5.1.7 without the cofactor), where the library's own check would also
 * accept an R with a small-order part.
 */
export const softwareP256 = {
  importSigner: async ({ privateKey }) => {
    const key = Uint8Array.from(privateKey);
    return async (message) => p256.sign(message, key, { lowS: false });
  },
  importVerifier: async (publicKey) => async (message, signature) =>
    p256.verify(signature, message, publicKey, { lowS: false }),
} satisfies SigningCurve;

export const softwareSecp256k1 = {
  importSigner: async ({ privateKey }) => {
    const key = Uint8Array.from(privateKey);
    return async (message) => secp256k1.sign(message, key);
  },
  importVerifier: async (publicKey) => async (message, signature) =>
    secp256k1.verify(signature, message, publicKey, { lowS: false }),
} satisfies SigningCurve;

export const softwareEd25519 = {
  importSigner: async ({ privateKey }) => {
    const key = Uint8Array.from(privateKey);
    return async (message) => ed25519.sign(message, key);
  },
  importVerifier: async (publicKey) => {
    const { Point } = ed25519;
    const negated = Point.fromBytes(publicKey, false).negate();
    return async (message, signature) => {
      const r = signature.subarray(0, 32);
      const s = bytesToNumberLE(signature.subarray(32));
      if (s >= Point.Fn.ORDER) return false;
      const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(r, publicKey, message))));
      return equalBytes(Point.BASE.multiplyUnsafe(s).add(negated.multiplyUnsafe(k)).toBytes(), r);
    };
  },
} satisfies SigningCurve;
