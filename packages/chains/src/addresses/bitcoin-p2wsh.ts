import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { BitcoinNetwork } from './bitcoin-network.ts';
import { encodeSegwit } from './segwit-address.ts';

const pushPublicKey = Uint8Array.of(33);
const opCheckSig = Uint8Array.of(0xac);

/** The hash of a script for this key alone, `<public key> OP_CHECKSIG`, as a witness program of version 0 (BIP-141, "P2WSH"). */
export const encodeP2wsh =
  ({ prefix }: BitcoinNetwork) =>
  (publicKey: Uint8Array): string =>
    encodeSegwit(prefix, 0, sha256(concatBytes(pushPublicKey, publicKey, opCheckSig)));
