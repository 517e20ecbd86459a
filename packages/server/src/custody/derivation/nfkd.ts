import { isAscii, isUtf8 } from 'node:buffer';
import { copySecret, createSecretBuffer } from '../secrets/secret-buffer.ts';

/**
 * Normalises UTF-8 to NFKD, in a new buffer that the caller wipes. Undefined if the bytes are not UTF-8.
 *
 * Only strings can be normalised, and a string cannot be wiped. ASCII is its own NFKD and never becomes a string.
 */
export function normalizeNfkd(bytes: Uint8Array): Buffer | undefined {
  if (!isUtf8(bytes)) return undefined;
  if (isAscii(bytes)) return copySecret(bytes);
  // A byte order mark is kept, as any other character is.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).normalize('NFKD');
  const normalized = createSecretBuffer(Buffer.byteLength(text));
  normalized.write(text);
  return normalized;
}
