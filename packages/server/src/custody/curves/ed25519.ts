import { createPrivateKey, createPublicKey, type PrivateKeyInput, sign } from 'node:crypto';
import { createSecretBuffer } from '../secrets/secret-buffer.ts';

/** RFC 8410: everything of the PKCS#8 encoding that stands before the 32 bytes of the secret. */
const head = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The public key of an ed25519 secret: 32 bytes of any value.
 *
 * OpenSSL holds a copy of the secret, which Node frees and OpenSSL zeroes at the next garbage collection, not before.
 */
export const ed25519PublicKeyOf = (secret: Uint8Array): Uint8Array =>
  useEncoded(secret, (encoded) => {
    const key = createPublicKey(createPrivateKey(encoded));
    return Uint8Array.from(key.export({ format: 'der', type: 'spki' }).subarray(-32));
  });

/** Signs messages (RFC 8032, section 5.1.6). OpenSSL reads the secret once, and holds its copy as above. */
export const signEd25519 = (secret: Uint8Array, messages: readonly Uint8Array[]): Uint8Array[] =>
  useEncoded(secret, (encoded) => {
    const key = createPrivateKey(encoded);
    return messages.map((message) => Uint8Array.from(sign(null, message, key)));
  });

/** Encodes a secret for OpenSSL, and wipes the encoding. */
function useEncoded<Result>(secret: Uint8Array, work: (encoded: PrivateKeyInput) => Result): Result {
  if (secret.length !== 32) throw new Error('not a secret of ed25519');
  const key = createSecretBuffer(head.length + 32);
  try {
    key.set(head);
    key.set(secret, head.length);
    return work({ key, format: 'der', type: 'pkcs8' });
  } finally {
    key.fill(0);
  }
}
