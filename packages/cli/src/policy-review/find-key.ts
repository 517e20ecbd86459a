import {
  AddressError,
  type AddressFormat,
  addressFormats,
  type Curve,
  canonicalAddress,
  encodeAddress,
} from '@mintmark/chains/addresses';
import { base58 } from '@scure/base';

export interface WrittenAddress {
  readonly address: string;
  readonly addressFormat: AddressFormat;
}

/** A key as rows have it, or what is wrong with the public key in the file. */
export type FoundKey = { readonly curve: Curve; readonly publicKey: string } | { readonly problem: string };

/** The key that has an address. A public key is needed unless the address contains it. */
export function findKey({ address, addressFormat }: WrittenAddress, publicKey: string | undefined): FoundKey {
  const bytes = publicKey === undefined ? keyInAddress(address, addressFormat) : Buffer.from(publicKey, 'hex');
  if (!bytes) return { problem: `is required, since an address in ${addressFormat} does not contain it` };
  const curve = (Object.keys(addressFormats[addressFormat]) as Curve[]).find(
    (candidate) => addressOn(candidate, addressFormat, bytes) === canonicalAddress(address),
  );
  if (curve) return { curve, publicKey: Buffer.from(bytes).toString('hex') };
  return { problem: `does not have the address ${address} in ${addressFormat}` };
}

function addressOn(curve: Curve, format: AddressFormat, bytes: Uint8Array): string | undefined {
  try {
    return encodeAddress(format, { curve, bytes });
  } catch (error) {
    if (error instanceof AddressError) return undefined;
    throw error;
  }
}

function keyInAddress(address: string, format: AddressFormat): Uint8Array | undefined {
  if (format === 'ADDRESS_FORMAT_COMPRESSED') return Buffer.from(address, 'hex');
  if (format !== 'ADDRESS_FORMAT_SOLANA') return undefined;
  try {
    return base58.decode(address);
  } catch {
    return Buffer.of();
  }
}
