import { concatBytes } from '@noble/hashes/utils.js';
import { base32nopad } from '@scure/base';
import { crc16Xmodem } from './crc16-xmodem.ts';

/** Makes the first letter a G: an account. */
const version = Uint8Array.of(6 << 3);

/** The public key between a version byte and a checksum, in base32 (SEP-23). */
export function encodeStellar(publicKey: Uint8Array): string {
  const payload = concatBytes(version, publicKey);
  const checksum = crc16Xmodem(payload);
  return base32nopad.encode(concatBytes(payload, Uint8Array.of(checksum & 0xff, checksum >> 8)));
}
