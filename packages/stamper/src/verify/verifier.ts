import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { native } from '#native';
import { encodeHex } from '../encoding/hex.ts';
import type { Curve } from '../keys/curve.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { softwareEd25519, softwareP256, softwareSecp256k1 } from '../keys/software.ts';
import type { SigningCurve } from '../native/native-crypto.ts';

/** A public key made ready to verify with. To make it is a good part of a verification's cost: keep it with the credential. */
export interface Verifier {
  readonly publicKey: PublicKey;
  /** Whether a signature of 64 bytes is one of this message: ECDSA over SHA-256 with s in either half, or ed25519. */
  verify(message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

type VerifyingCurves = { readonly [C in Curve]: Pick<SigningCurve, 'importVerifier'> };

const software = { p256: softwareP256, secp256k1: softwareSecp256k1, ed25519: softwareEd25519 };

/** Makes a public key ready: with the runtime's own crypto where it has the curve, in JavaScript where not. */
export function createVerifier(publicKey: PublicKey): Promise<Verifier> {
  return createVerifierBy(native, publicKey);
}

/** The same, with given crypto in the place of the runtime's own. */
export async function createVerifierBy(curves: VerifyingCurves, publicKey: PublicKey): Promise<Verifier> {
  const { curve, uncompressed } = publicKey;
  const verify =
    (await curves[curve].importVerifier(uncompressed)) ?? (await software[curve].importVerifier(uncompressed));
  return {
    publicKey,
    verify: async (message, signature) => isInRange[curve](signature) && verify(message, signature),
  };
}

/** A number as hex of the length that 32 bytes have, so that such texts compare as the numbers do. */
const text = (number: bigint) => number.toString(16).padStart(64, '0');
const zero = text(0n);
const smallOrderPoints = new Set(ED25519_TORSION_SUBGROUP);

/** SEC 1, 4.1.4: r and s are from 1 to n - 1. */
function isEcdsaSignature(order: bigint): (signature: Uint8Array) => boolean {
  const n = text(order);
  const isScalar = (bytes: Uint8Array) => {
    const scalar = encodeHex(bytes);
    return scalar > zero && scalar < n;
  };
  return (signature) =>
    signature.length === 64 && isScalar(signature.subarray(0, 32)) && isScalar(signature.subarray(32));
}

/**
 * RFC 8032, 5.1.7: s is below the order of the group. An R of small order, which no honest signer makes, is refused by some
 * runtimes and not by others; here by all.
 */
function isEd25519Signature(order: bigint): (signature: Uint8Array) => boolean {
  const l = text(order);
  return (signature) =>
    signature.length === 64 &&
    encodeHex(signature.subarray(32).toReversed()) < l &&
    !smallOrderPoints.has(encodeHex(signature.subarray(0, 32)));
}

/** Whether the numbers of a signature are such as its curve can have. */
export const isInRange = {
  p256: isEcdsaSignature(p256.Point.Fn.ORDER),
  secp256k1: isEcdsaSignature(secp256k1.Point.Fn.ORDER),
  ed25519: isEd25519Signature(ed25519.Point.Fn.ORDER),
};
