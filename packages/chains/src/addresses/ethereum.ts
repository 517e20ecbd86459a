import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { native } from '#native';

/** The last 20 bytes of the Keccak-256 of X and Y (Ethereum's Yellow Paper, appendix F). */
export const keccakAccount = (publicKey: Uint8Array): Uint8Array =>
  keccak_256(native.secp256k1.decompress(publicKey).subarray(1)).subarray(-20);

/** An account in hex, with the checksum in the case of its letters (EIP-55). */
export function toChecksumHex(account: Uint8Array): string {
  const lower = bytesToHex(account);
  const checksum = bytesToHex(keccak_256(utf8ToBytes(lower)));
  const isUpper = (index: number) => Number.parseInt(checksum.charAt(index), 16) >= 8;
  return `0x${[...lower].map((digit, index) => (isUpper(index) ? digit.toUpperCase() : digit)).join('')}`;
}

export const encodeEthereum = (publicKey: Uint8Array): string => toChecksumHex(keccakAccount(publicKey));
