import { native } from '#native';
import type { BitcoinNetwork } from './bitcoin-network.ts';
import { encodeSegwit } from './segwit-address.ts';
import { tapTweakOf } from './tap-tweak.ts';

/** The public key, tweaked by its own hash because there is no script, as a witness program of version 1 (BIP-86; BIP-341). */
export const encodeP2tr =
  ({ prefix }: BitcoinNetwork) =>
  (publicKey: Uint8Array): string => {
    const internalKey = publicKey.subarray(1);
    return encodeSegwit(prefix, 1, native.secp256k1.tweakXOnly(internalKey, tapTweakOf(internalKey)));
  };
