import { encodeBase58check } from './base58check.ts';
import type { BitcoinNetwork } from './bitcoin-network.ts';
import { hash160 } from './hash160.ts';

/** The hash of the public key in base58check (BIP-44). */
export const encodeP2pkh =
  ({ publicKeyHash }: Pick<BitcoinNetwork, 'publicKeyHash'>) =>
  (publicKey: Uint8Array): string =>
    encodeBase58check(publicKeyHash, hash160(publicKey));
