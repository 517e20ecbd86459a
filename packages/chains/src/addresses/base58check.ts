import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** Encodes a version byte and a payload with a checksum of 4 bytes, in Bitcoin's alphabet. */
export const encodeBase58check = (version: number, payload: Uint8Array): string =>
  base58check.encode(concatBytes(Uint8Array.of(version), payload));
