import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { SecretsError } from './secrets-error.ts';

const cipher = 'aes-256-gcm';
const version = 1;
const nonceLength = 12;
const tagLength = 16;
const headLength = 1 + nonceLength;

/**
 * Seals bytes with AES-256-GCM (NIST SP 800-38D) and a random nonce. They open only in the same context.
 *
 * The result is the version, the nonce, the ciphertext and the tag. Random nonces of 96 bits are safe for 2^32 seals of one key.
 */
export function sealBytes(key: KeyObject, content: Uint8Array, context: readonly string[]): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagLength });
  sealing.setAAD(encodeContext(context));
  const ciphertext = Buffer.concat([sealing.update(content), sealing.final()]);
  return Uint8Array.from(
    Buffer.concat([[version], nonce, ciphertext, sealing.getAuthTag()].map((part) => Buffer.from(part))),
  );
}

/** Opens sealed bytes, or fails without a reason. The result is a new buffer, which the caller should overwrite after use. */
export function openBytes(key: KeyObject, sealed: Uint8Array, context: readonly string[]): Buffer {
  if (sealed[0] !== version || sealed.length < headLength + tagLength) throw new SecretsError('NOT_OPENED');
  const opening = createDecipheriv(cipher, key, sealed.subarray(1, headLength), { authTagLength: tagLength });
  opening.setAAD(encodeContext(context));
  opening.setAuthTag(sealed.subarray(-tagLength));
  const content = opening.update(sealed.subarray(headLength, -tagLength));
  try {
    opening.final();
  } catch {
    content.fill(0);
    throw new SecretsError('NOT_OPENED');
  }
  return content;
}

/** Each part is prefixed with its length, so that no two contexts have the same bytes. */
function encodeContext(context: readonly string[]): Buffer {
  return Buffer.concat(
    context.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
