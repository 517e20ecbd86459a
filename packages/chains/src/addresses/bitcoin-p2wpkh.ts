import type { BitcoinNetwork } from './bitcoin-network.ts';
import { hash160 } from './hash160.ts';
import { encodeSegwit } from './segwit-address.ts';

/** The hash of the public key as a witness program of version 0 (BIP-84; BIP-141, "P2WPKH"). */
export const encodeP2wpkh =
  ({ prefix }: BitcoinNetwork) =>
  (publicKey: Uint8Array): string =>
    encodeSegwit(prefix, 0, hash160(publicKey));
