import { bytesToHex } from '@noble/hashes/utils.js';

/** The public key itself in hex: compressed (SEC 1, section 2.3.3), or the 32 bytes of ed25519 (RFC 8032, section 5.1.5). */
export const encodeCompressed = (publicKey: Uint8Array): string => bytesToHex(publicKey);

/** The uncompressed public key in hex: 04, X and Y (SEC 1, section 2.3.3). */
export const encodeUncompressed =
  (decompress: (publicKey: Uint8Array) => Uint8Array) =>
  (publicKey: Uint8Array): string =>
    bytesToHex(decompress(publicKey));
