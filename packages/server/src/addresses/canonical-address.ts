import { toChecksumHex } from './ethereum.ts';

/**
 * The spelling of an address that accounts are stored with. Only addresses of Ethereum have several: their letters may be in lower
 * or upper case, without the checksum. Mixed letters are left as they are: with a wrong checksum they are no address.
 */
export function canonicalAddress(address: string): string {
  const [, digits] = /^0x([0-9a-f]{40}|[0-9A-F]{40})$/.exec(address) ?? [];
  return digits === undefined ? address : toChecksumHex(Buffer.from(digits, 'hex'));
}
