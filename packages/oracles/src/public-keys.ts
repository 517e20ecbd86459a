import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { Curve, PublicKey } from '@mintmark/chains/addresses';

/** Returns as many public keys as asked for, always the same ones. OpenSSL makes them, so no library under test does. */
export const publicKeys = (curve: Curve, count: number): PublicKey[] =>
  Array.from({ length: count }, (_, index) => {
    // The chance that a hash is no private key of a curve is below 2^-32, and these are fixed.
    const privateKey = createHash('sha256').update(`${curve} ${index}`).digest();
    return { curve, bytes: Uint8Array.from(publicKeyOf[curve](privateKey)) };
  });

const publicKeyOf: Readonly<Record<Curve, (privateKey: Buffer) => Buffer>> = {
  CURVE_SECP256K1: (privateKey) => weierstrass('secp256k1', privateKey),
  CURVE_P256: (privateKey) => weierstrass('prime256v1', privateKey),
  CURVE_ED25519: edwards,
};

function weierstrass(name: string, privateKey: Buffer): Buffer {
  const ecdh = createECDH(name);
  ecdh.setPrivateKey(privateKey);
  return ecdh.getPublicKey(null, 'compressed');
}

/** What stands before the 32 bytes of an ed25519 key in PKCS #8 (RFC 8410, section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

function edwards(privateKey: Buffer): Buffer {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, privateKey]), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
}
