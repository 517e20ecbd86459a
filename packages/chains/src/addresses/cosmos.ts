import { bech32 } from '@scure/base';
import { hash160 } from './hash160.ts';

/** HASH160 of the public key in Bech32, with the prefix of the chain (Cosmos SDK, ADR 28, "Legacy public key addresses"). */
export const encodeCosmos =
  (prefix: string) =>
  (publicKey: Uint8Array): string =>
    bech32.encodeFromBytes(prefix, hash160(publicKey));
