import { StamperError } from '../stamper-error.ts';

const digits = '0123456789abcdef';
const pairs = Array.from({ length: 256 }, (_, byte) => `${digits[byte >> 4]}${digits[byte & 15]}`);
const values = new Int8Array(128).fill(-1);
for (const [value, digit] of [...digits].entries()) {
  values[digit.charCodeAt(0)] = value;
  values[digit.toUpperCase().charCodeAt(0)] = value;
}

export function encodeHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += pairs[byte];
  return text;
}

/** Decodes whole bytes of hex in either case; the platform's own decoder stops silently at the first bad character. */
export function decodeHex(text: string, part: string): Uint8Array<ArrayBuffer> {
  const malformed = () => new StamperError('MALFORMED', part, 'is not hex');
  if (typeof text !== 'string' || text.length % 2 !== 0) throw malformed();
  const bytes = new Uint8Array(text.length / 2);
  for (let index = 0; index < bytes.length; index++) {
    const byte = (valueAt(text, 2 * index) << 4) | valueAt(text, 2 * index + 1);
    if (byte < 0) throw malformed();
    bytes[index] = byte;
  }
  return bytes;
}

/** 0 to 15 for a hex digit, or -1, which makes a whole byte negative. */
function valueAt(text: string, index: number): number {
  return values[text.charCodeAt(index)] ?? -1;
}
