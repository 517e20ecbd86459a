import { sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

/** Of the signature scheme with a single ed25519 key. */
const scheme = Uint8Array.of(0x00);

/**
 * The authentication key: SHA3-256 of the public key and its scheme, in hex (Aptos' documentation, "Accounts"). AIP-40 has a
 * short form for special addresses only, which no hash of a key is.
 */
export const encodeAptos = (publicKey: Uint8Array): string =>
  `0x${bytesToHex(sha3_256(concatBytes(publicKey, scheme)))}`;
