import { StamperError } from '../stamper-error.ts';

const digits = '0123456789abcdef';
const pairs = Array.from({ length: 256 }, (_, byte) => `${digits[byte >> 4]}${digits[byte & 15]}`);
const wellFormed = /^(?:[0-9a-fA-F]{2})*$/;

export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += pairs[byte];
  return text;
}

/** Decodes whole bytes of hex in either case; the platform's own decoder stops silently at the first bad character. */
export function decodeHex(text: string, part: string): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string' || !wellFormed.test(text)) throw new StamperError('MALFORMED', part, 'is not hex');
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = (nibble(text.charCodeAt(2 * index)) << 4) | nibble(text.charCodeAt(2 * index + 1));
  }
  return bytes;
}

/** 0 to 15 for the code of a hex digit: the low four bits of a letter count from one. */
function nibble(code: number): number {
  return code <= 0x39 ? code & 15 : (code & 15) + 9;
}
