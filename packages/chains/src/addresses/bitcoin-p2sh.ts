import { concatBytes } from '@noble/hashes/utils.js';
import { encodeBase58check } from './base58check.ts';
import type { BitcoinNetwork } from './bitcoin-network.ts';
import { hash160 } from './hash160.ts';

/** OP_0, then the length of the hash of a public key. */
const witnessVersion0 = Uint8Array.of(0x00, 20);

/** P2WPKH nested in P2SH: the hash of the witness program (BIP-49; BIP-141, "P2WPKH nested in BIP16 P2SH"). */
export const encodeP2sh =
  ({ scriptHash }: BitcoinNetwork) =>
  (publicKey: Uint8Array): string =>
    encodeBase58check(scriptHash, hash160(concatBytes(witnessVersion0, hash160(publicKey))));
