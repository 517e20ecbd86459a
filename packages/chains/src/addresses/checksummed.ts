import { canonicalAddress } from './canonical-address.ts';

/** An address of Ethereum with its checksum (EIP-55), however its letters were written. What is no address only loses its capitals. */
export const checksummed = (address: string): string => canonicalAddress(address.toLowerCase());
