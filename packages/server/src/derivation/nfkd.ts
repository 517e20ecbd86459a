import { isAscii, isUtf8 } from 'node:buffer';

/**
 * Normalises UTF-8 to NFKD, in a new buffer that the caller wipes. Undefined if the bytes are not UTF-8.
 *
 * Only strings can be normalised, and a string cannot be wiped. ASCII is its own NFKD and never becomes a string.
 */
export function normalizeNfkd(bytes: Uint8Array): Buffer | undefined {
  if (!isUtf8(bytes)) return undefined;
  if (isAscii(bytes)) return copyOf(bytes);
  // A byte order mark is kept, as any other character is.
  return encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes).normalize('NFKD'));
}

function copyOf(bytes: Uint8Array): Buffer {
  const copy = Buffer.alloc(bytes.length);
  copy.set(bytes);
  return copy;
}

function encode(text: string): Buffer {
  const copy = Buffer.alloc(Buffer.byteLength(text));
  copy.write(text);
  return copy;
}
