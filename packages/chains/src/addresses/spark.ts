import { concatBytes } from '@noble/hashes/utils.js';
import { bech32m } from '@scure/base';

/** A protobuf message whose field 1, of 33 bytes, is the identity key. */
const identityPublicKey = Uint8Array.of((1 << 3) | 2, 33);

/** The message SparkAddress of Spark's protocol in Bech32m. It has no other field unless the address is an invoice. */
export const encodeSpark =
  (prefix: 'spark' | 'sparkrt') =>
  (publicKey: Uint8Array): string =>
    bech32m.encodeFromBytes(prefix, concatBytes(identityPublicKey, publicKey));
