import { native } from '#native';
import { requireBytes } from '../encoding/bytes.ts';
import type { Curve } from '../keys/curve.ts';
import type { PublicKey } from '../keys/public-key.ts';
import { softwareEd25519, softwareP256, softwareSecp256k1 } from '../keys/software.ts';
import type { SigningCurve, Verify } from '../native/native-crypto.ts';
import { isEd25519Signature, isP256Signature, isSecp256k1Signature } from './signature-range.ts';

/** A public key made ready to verify with. To make it is a good part of a verification's cost: keep it with the credential. */
export interface Verifier {
  readonly publicKey: PublicKey;
  /** Whether a signature of 64 bytes is one of this message: ECDSA over SHA-256 with s in either half, or ed25519. */
  verify(message: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

type VerifyingCurves = { readonly [C in Curve]: Pick<SigningCurve, 'importVerifier'> };

/** Makes a public key ready: with the runtime's own crypto where it has the curve, in JavaScript where not. */
export function createVerifier(publicKey: PublicKey): Promise<Verifier> {
  return createVerifierBy(native, publicKey);
}

/** The same for keys of P-256 only, without the code of the other curves. */
export function createP256Verifier(publicKey: PublicKey): Promise<Verifier> {
  return assemble(publicKey, native.p256, softwareP256, isP256Signature);
}

/** The same, with given crypto in the place of the runtime's own. */
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
  // A copy: what was checked must not change under the verifier.
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
