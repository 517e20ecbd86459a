import { getHashes, hash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';

/**
 * Keccak-256. OpenSSL is ten times as fast with long messages, but has this hash only since version 3.2, and not in FIPS mode.
 */
export const keccak256: (message: Uint8Array) => Uint8Array = getHashes().includes('keccak-256')
  ? (message) => new Uint8Array(hash('keccak-256', message, 'buffer'))
  : keccak_256;
