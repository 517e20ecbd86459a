import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { checksummed } from '../addresses/checksummed.ts';
import { keccak256 } from '../hashes.ts';
import { readUtf8 } from '../utf8.ts';

/** An argument of a call: an integer, or an address in hex. */
type Word = bigint | string;

/**
 * The data of a call whose arguments are all words of 32 bytes (Contract ABI Specification, "Formal Specification of the Encoding").
 *
 * @example
 * encodeCall('transfer(address,uint256)', [to, 1000n])
 */
export function encodeCall(signature: string, args: readonly Word[]): string {
  const selector = bytesToHex(keccak256(utf8ToBytes(signature)).subarray(0, 4));
  return `0x${selector}${encodeWords(args)}`;
}

/** Arguments without a selector, as constructors take them: hex without 0x. */
export const encodeWords = (args: readonly Word[]): string =>
  args.map((arg) => BigInt(arg).toString(16).padStart(64, '0')).join('');

/** An integer that a call returned, or undefined if it returned something else. */
export const decodeInteger = (result: string): bigint | undefined =>
  /^0x[0-9a-f]{64}$/.test(result) ? BigInt(result) : undefined;

/** An address that a call returned, with its checksum. */
export const decodeAddress = (result: string): string | undefined =>
  /^0x0{24}[0-9a-f]{40}$/.test(result) ? checksummed(`0x${result.slice(26)}`) : undefined;

/** A text that a call returned. Old tokens return 32 bytes, filled up with zeros. */
export function decodeText(result: string): string | undefined {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(result)) return undefined;
  const bytes = hexToBytes(result.slice(2));
  if (bytes.length === 32) return readUtf8(bytes.subarray(0, lengthUntilZero(bytes)));
  if (bytes.length < 64 || BigInt(`0x${bytesToHex(bytes.subarray(0, 32))}`) !== 32n) return undefined;
  const length = BigInt(`0x${bytesToHex(bytes.subarray(32, 64))}`);
  return length <= bytes.length - 64 ? readUtf8(bytes.subarray(64, 64 + Number(length))) : undefined;
}

const lengthUntilZero = (bytes: Uint8Array): number => {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes.length : end;
};
