import { blake2b } from '@noble/hashes/blake2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';

/** Of the signature scheme ed25519. */
const flag = Uint8Array.of(0x00);

/** BLAKE2b-256 of the scheme's flag and the public key, in hex (Sui's documentation, "Keys and addresses"). */
export const encodeSui = (publicKey: Uint8Array): string =>
  `0x${bytesToHex(blake2b(concatBytes(flag, publicKey), { dkLen: 32 }))}`;
