import { hexToBytes } from '@noble/hashes/utils.js';
import { toChecksumHex } from './ethereum.ts';

/**
 * The spelling that an address is stored with, if the address is of Ethereum and written without its checksum, in lower or upper
 * case. Mixed letters are left as they are: with a wrong checksum they are no address. Other formats are found only as they
 * were returned.
 */
export function canonicalAddress(address: string): string {
  const [, digits] = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.exec(address) ?? [];
  return digits === undefined ? address : toChecksumHex(hexToBytes(digits));
}
