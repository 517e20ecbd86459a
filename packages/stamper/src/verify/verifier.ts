import { native } from '#native';
import { requireBytes } from '../encoding/bytes.ts';
import type { Curve } from '../keys/curve.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { softwareEd25519, softwareP256, softwareSecp256k1 } from '../keys/software.ts';
import type { SigningCurve, Verify } from '../native/native-crypto.ts';
import { isEd25519Signature, isP256Signature, isSecp256k1Signature } from './signature-range.ts';

/** An imported public key. Importing is a large part of the cost of a verification, so keep it with the credential. */
export interface Verifier {
  readonly publicKey: PublicKey;
  /** Whether a 64-byte signature is valid for this message: ECDSA over SHA-256 with s in either half, or ed25519. */
  verify(message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

type VerifyingCurves = { readonly [C in Curve]: Pick<SigningCurve, 'importVerifier'> };

/** Imports a public key: into the crypto of the runtime if it has the curve, otherwise in JavaScript. */
export function createVerifier(publicKey: PublicKey): Promise<Verifier> {
  return createVerifierBy(native, publicKey);
}

/** The same for P-256 keys only, without the code of the other curves. */
export function createP256Verifier(publicKey: PublicKey): Promise<Verifier> {
  return assemble(publicKey, native.p256, softwareP256, isP256Signature);
}

/** The same for ed25519 keys only. */
export function createEd25519Verifier(publicKey: PublicKey): Promise<Verifier> {
  return assemble(publicKey, native.ed25519, softwareEd25519, isEd25519Signature);
}

/** The same with the given crypto instead of that of the runtime. */
export function createVerifierBy(curves: VerifyingCurves, publicKey: PublicKey): Promise<Verifier> {
  switch (publicKey.curve) {
    case 'p256':
      return assemble(publicKey, curves.p256, softwareP256, isP256Signature);
    case 'secp256k1':
      return assemble(publicKey, curves.secp256k1, softwareSecp256k1, isSecp256k1Signature);
    case 'ed25519':
      return assemble(publicKey, curves.ed25519, softwareEd25519, isEd25519Signature);
  }
}

type Importer<Lacking> = { importVerifier(publicKey: Uint8Array): Promise<Verify | Lacking> };

async function assemble(
  publicKey: PublicKey,
  runtime: Importer<undefined>,
  software: Importer<never>,
  isInRange: (signature: Uint8Array) => boolean,
): Promise<Verifier> {
  // A copy, so that the caller cannot change the key after the check.
  const own = {
    ...publicKey,
    bytes: Uint8Array.from(publicKey.bytes),
    uncompressed: Uint8Array.from(publicKey.uncompressed),
  };
  const point = Uint8Array.from(publicKey.uncompressed);
  const verify = (await runtime.importVerifier(point)) ?? (await software.importVerifier(point));
  return {
    publicKey: own,
    verify: async (message, signature) =>
      isInRange(requireBytes(signature, 'signature')) && verify(requireBytes(message, 'message'), signature),
  };
}
