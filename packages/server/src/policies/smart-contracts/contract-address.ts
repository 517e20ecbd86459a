import { canonicalAddress, checksummed } from '@mintmark/chains/addresses';
import { base58 } from '@scure/base';
import type { InterfaceRow } from './interface-row.ts';

type InterfaceType = InterfaceRow['type'];

/** The form in which an address is stored, or undefined if it is not an address of that chain. */
export const storedAddress = (type: InterfaceType, address: string): string | undefined =>
  type === 'ETHEREUM' ? storedEthereum(address) : storedSolana(address);

/** The form in which a stored address is answered: like those of accounts, one of Ethereum has its checksum. */
export const shownAddress = ({ type, address }: Pick<InterfaceRow, 'type' | 'address'>): string =>
  type === 'ETHEREUM' ? checksummed(address) : address;

/** In lower or upper case an address has no checksum (EIP-55). */
function storedEthereum(address: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined;
  const lower = address.toLowerCase();
  return canonicalAddress(address) === canonicalAddress(lower) ? lower : undefined;
}

/** A base58 text has one spelling, so it is stored as given. */
function storedSolana(address: string): string | undefined {
  try {
    return base58.decode(address).length === 32 ? address : undefined;
  } catch {
    return undefined;
  }
}
