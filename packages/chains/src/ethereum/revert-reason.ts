import { hexToBytes } from '@noble/hashes/utils.js';
/** Why a call was reverted. */
export interface RevertReason {
  /** `native` is an error of the language, `custom` one of the contract; without data it is unknown. */
  readonly type: 'native' | 'custom' | 'unknown';
  readonly text: string;
}

const selectors = { error: '08c379a0', panic: '4e487b71' };

/** What the codes of `Panic(uint256)` mean: the documentation of Solidity, "Panic via assert and Error via require". */
const panics: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '11': 'arithmetic overflow or underflow',
  '12': 'division by zero',
  '21': 'a value is not in its enumeration',
  '22': 'a byte array in storage is not encoded correctly',
  '31': 'an empty array has no last element',
  '32': 'an index is out of bounds',
  '41': 'out of memory',
  '51': 'a function is not initialized',
};

/** Reads what a reverted call returned, as hex with 0x. */
export function readRevertReason(data: string | undefined): RevertReason {
  const selector = data?.slice(2, 10) ?? '';
  const words = data?.slice(10) ?? '';
  if (selector === '') return { type: 'unknown', text: 'reverted without a reason' };
  if (selector === selectors.panic) {
    const code = words.slice(0, 64).replace(/^0+/, '');
    return { type: 'native', text: `panic 0x${code}: ${panics[code] ?? 'unknown'}` };
  }
  const text = selector === selectors.error ? readString(words) : undefined;
  return text === undefined ? { type: 'custom', text: `custom error 0x${selector}` } : { type: 'native', text };
}

const lenientUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The only argument of a call, if it is a string. The text comes from the contract: it is shortened, and made printable. */
function readString(words: string): string | undefined {
  if (BigInt(`0x${words.slice(0, 64) || '0'}`) !== 32n) return undefined;
  const length = BigInt(`0x${words.slice(64, 128) || '0'}`);
  if (length > BigInt(words.length / 2 - 64)) return undefined;
  const bytes = hexToBytes(words.slice(128, 128 + 2 * Number(length)));
  return lenientUtf8
    .decode(bytes)
    .replace(/\p{C}+/gu, ' ')
    .slice(0, 200);
}
