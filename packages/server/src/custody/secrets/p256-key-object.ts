import { createPrivateKey, type KeyObject } from 'node:crypto';

/** RFC 5915, without the public key: what comes before and after the scalar of a P-256 key. */
const header = Buffer.from('30310201010420', 'hex');
const footer = Buffer.from('a00a06082a8648ce3d030107', 'hex');

/** A P-256 private key as a key object, whose bytes are outside the JavaScript heap. The caller must overwrite the scalar. */
export function p256KeyObject(scalar: Uint8Array): KeyObject {
  const der = Buffer.concat([header, scalar, footer]);
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'sec1' });
  } finally {
    der.fill(0);
  }
}
