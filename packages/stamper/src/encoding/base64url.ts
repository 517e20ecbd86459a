import { StamperError } from '../stamper-error.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const values = new Map([...alphabet].map((letter, value) => [letter.charCodeAt(0), value]));
const none = 255;
const decoded = Uint8Array.from({ length: 128 }, (_, code) => values.get(code) ?? none);

/** Encodes without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 6) {
      bits -= 6;
      text += alphabet[(buffer >> bits) & 63];
    }
  }
  return bits > 0 ? text + alphabet[(buffer << (6 - bits)) & 63] : text;
}

/**
 * Decodes exactly what {@link encodeBase64Url} writes, with `padded` also its padded form. The platform's own decoders skip
 * foreign characters and ignore the spare bits of the last one, so that many texts would stand for the same bytes.
 */
export function decodeBase64Url(text: string, part: string, form: 'bare' | 'padded' = 'bare'): Uint8Array<ArrayBuffer> {
  const malformed = () => new StamperError('MALFORMED', part, 'is not canonical base64url');
  if (typeof text !== 'string') throw malformed();
  const body = form === 'padded' && text.length % 4 === 0 ? text.replace(/={1,2}$/, '') : text;
  if (body.length % 4 === 1) throw malformed();
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4));
  let buffer = 0;
  let bits = 0;
  let length = 0;
  for (let index = 0; index < body.length; index++) {
    const value = decoded[body.charCodeAt(index)] ?? none;
    if (value === none) throw malformed();
    buffer = ((buffer << 6) | value) & 0xfff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (buffer >> bits) & 255;
    }
  }
  if ((buffer & ((1 << bits) - 1)) !== 0) throw malformed();
  return bytes;
}
