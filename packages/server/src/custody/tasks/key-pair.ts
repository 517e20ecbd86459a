import { type AddressFormat, type Curve, encodeAddress } from '@mintmark/chains/addresses';
import { ed25519PublicKeyOf } from '../curves/ed25519.ts';
import { p256 } from '../curves/p256.ts';
import { secp256k1 } from '../curves/secp256k1.ts';

/** What is known of a private key: its public key in hex, and its addresses. */
export type DescribedKey = { readonly publicKey: string; readonly addresses: readonly string[] };

const curves = { CURVE_SECP256K1: secp256k1, CURVE_P256: p256 };

/** Whether bytes are a private key on a curve: any 32 bytes for ed25519, otherwise a scalar from 1 to the order less 1. */
export const isSecret = (curve: Curve, secret: Uint8Array): boolean =>
  curve === 'CURVE_ED25519' ? secret.length === 32 : curves[curve].isSecret(secret);

/** The public key and the addresses of a private key. */
export function describeKey(curve: Curve, secret: Uint8Array, formats: readonly AddressFormat[]): DescribedKey {
  const bytes = publicKeyOf(curve, secret);
  return {
    publicKey: Buffer.from(bytes).toString('hex'),
    addresses: formats.map((format) => encodeAddress(format, { curve, bytes })),
  };
}

function publicKeyOf(curve: Curve, secret: Uint8Array): Uint8Array {
  if (curve === 'CURVE_ED25519') return ed25519PublicKeyOf(secret);
  try {
    return curves[curve].publicKeyOf(secret);
  } finally {
    curves[curve].clear();
  }
}
