import { sha256 } from '@noble/hashes/sha2.js';
import { StamperError } from '../stamper-error.ts';
import { concatBytes, equalBytes } from './bytes.ts';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const checksumLength = 4;
/** More than any bundle or key has. The limit matters because the conversion takes quadratic time. */
const longest = 256;

/** Encodes with the alphabet of Bitcoin. */
export function encodeBase58(bytes: Uint8Array): string {
  if (bytes.length > longest) throw new StamperError('MALFORMED', 'bytes', `are more than ${longest}`);
  let number = bytes.reduce((value, byte) => value * 256n + BigInt(byte), 0n);
  let text = '';
  for (; number > 0n; number /= 58n) text = alphabet[Number(number % 58n)] + text;
  return alphabet[0]?.repeat(leading(bytes, 0)) + text;
}

export function decodeBase58(text: string, part: string): Uint8Array<ArrayBuffer> {
  if (typeof text !== 'string' || text.length > longest || !/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) {
    throw new StamperError('MALFORMED', part, 'is not base58');
  }
  let number = 0n;
  for (const letter of text) number = number * 58n + BigInt(alphabet.indexOf(letter));
  const bytes: number[] = [];
  for (; number > 0n; number >>= 8n) bytes.unshift(Number(number & 255n));
  return Uint8Array.from([...new Array(leading([...text], alphabet[0])).fill(0), ...bytes]);
}

/** Encodes with a checksum of four bytes at the end and no version byte. */
export function encodeBase58Check(payload: Uint8Array): string {
  return encodeBase58(concatBytes(payload, checksum(payload)));
}

export function decodeBase58Check(text: string, part: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase58(text, part);
  const payload = bytes.slice(0, -checksumLength);
  if (!equalBytes(bytes.subarray(-checksumLength), checksum(payload))) {
    throw new StamperError('MALFORMED', part, 'has a wrong checksum');
  }
  return payload;
}

function checksum(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).subarray(0, checksumLength);
}

function leading<Item>(items: ArrayLike<Item>, item: Item): number {
  let count = 0;
  while (count < items.length && items[count] === item) count++;
  return count;
}
