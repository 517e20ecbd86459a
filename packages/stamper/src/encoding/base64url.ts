import { StamperError } from '../stamper-error.ts';
import { decodeUtf8 } from './utf8.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const letters = new TextEncoder().encode(alphabet);
const values = new Int8Array(128).fill(-1);
for (const [value, letter] of letters.entries()) values[letter] = value;

/** Encodes without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  const text = new Uint8Array(Math.ceil((bytes.length * 4) / 3));
  let length = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const word = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    // Typed arrays ignore writes beyond their end.
    text[length++] = letters[word >> 18] ?? 0;
    text[length++] = letters[(word >> 12) & 63] ?? 0;
    text[length++] = letters[(word >> 6) & 63] ?? 0;
    text[length++] = letters[word & 63] ?? 0;
  }
  return decodeUtf8(text, 'text');
}

/**
 * Decodes exactly what {@link encodeBase64Url} writes, with `padded` also its padded form. The platform's own decoders skip
 * foreign characters and ignore the spare bits of the last one, so many texts would decode to the same bytes.
 */
export function decodeBase64Url(text: string, part: string, form: 'bare' | 'padded' = 'bare'): Uint8Array<ArrayBuffer> {
  const malformed = () => new StamperError('MALFORMED', part, 'is not canonical base64url');
  if (typeof text !== 'string') throw malformed();
  const body = form === 'padded' && text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text;
  const missing = -body.length & 3;
  if (missing === 3) throw malformed();
  const quads = body + 'A'.repeat(missing);
  const bytes = new Uint8Array((quads.length / 4) * 3 - missing);
  let length = 0;
  let word = 0;
  for (let index = 0; index < quads.length; index += 4) {
    word =
      (valueAt(quads, index) << 18) |
      (valueAt(quads, index + 1) << 12) |
      (valueAt(quads, index + 2) << 6) |
      valueAt(quads, index + 3);
    if (word < 0) throw malformed();
    // Typed arrays ignore writes beyond their end.
    bytes[length++] = word >> 16;
    bytes[length++] = word >> 8;
    bytes[length++] = word;
  }
  const spare = (1 << (8 * missing)) - 1;
  if ((word & spare) !== 0) throw malformed();
  return bytes;
}

/** The six bits of a character, or -1, which makes a whole word negative. */
function valueAt(text: string, index: number): number {
  return values[text.charCodeAt(index)] ?? -1;
}
