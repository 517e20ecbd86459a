import { generatePrivateKey } from '../src/keys/keys-by-curve.ts';
import { createP256Signer } from '../src/keys/p256-signer.ts';
import type { PrivateKey } from '../src/keys/private-key.ts';

// Who takes part in bundles, and what they hand over.

export const uncompressed = (key: PrivateKey) => Buffer.from(key.publicKey.uncompressed).toString('hex');
export const signerOf = (key: PrivateKey) => createP256Signer(key.toApiKey());

/** Whom bundles are sealed to. */
export const target = generatePrivateKey('p256');
/** Somebody else, whoever is meant. */
export const stranger = generatePrivateKey('p256');
export const secp256k1Key = generatePrivateKey('secp256k1');

const serviceKey = generatePrivateKey('p256');
export const signer = signerOf(serviceKey);
export const signerPublicKey = uncompressed(serviceKey);

export const mnemonic = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
export const mnemonicBytes = new TextEncoder().encode(mnemonic);
export const walletKey = Uint8Array.from({ length: 32 }, (_, index) => 255 - index);

/** The data of a signed message. */
export const dataOf = (bundle: string) => JSON.parse(Buffer.from(JSON.parse(bundle).data, 'hex').toString());

/** Hex with one bit of the byte at the index changed. */
export function flipped(hex: string, index: number): string {
  const bytes = Buffer.from(hex, 'hex');
  bytes[index] = (bytes[index] ?? 0) ^ 1;
  return bytes.toString('hex');
}
