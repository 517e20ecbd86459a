import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from './encoding/bytes.ts';

const ascii = new TextEncoder();

/** The digest that a wallet signs for a message (ERC-191, version 0x45). Its prefix keeps it from being a transaction. */
export function eip191Digest(message: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(ascii.encode(`\x19Ethereum Signed Message:\n${message.length}`), message));
}
