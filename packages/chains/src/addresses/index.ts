export { AddressError } from './address-error.ts';
export { type AddressFormat, addressFormats, type Curve, encodeAddress, type PublicKey } from './address-formats.ts';
export { canonicalAddress } from './canonical-address.ts';
export { checksummed } from './checksummed.ts';
export { keccakAccount, toChecksumHex } from './ethereum.ts';
