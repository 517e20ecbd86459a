import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** The 20 bytes that Bitcoin and its relatives call HASH160. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
