import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { attempt } from './attempt.ts';
import { compressedLength, type NativeCrypto, type Points } from './native-crypto.ts';

function pointsOf({ Point }: typeof secp256k1 | typeof p256): Points {
  const decompress = (publicKey: Uint8Array) => Point.fromBytes(publicKey).toBytes(false);
  return {
    isPoint: (bytes) => bytes.length === compressedLength && attempt(() => decompress(bytes)),
    decompress,
  };
}

/** Plain JavaScript, which runs everywhere. */
export const native: NativeCrypto = {
  sha256,
  keccak256: keccak_256,
  p256: pointsOf(p256),
  secp256k1: {
    ...pointsOf(secp256k1),

    tweakXOnly(xOnly, tweak) {
      const { BASE, Fn, fromBytes } = secp256k1.Point;
      const sum = fromBytes(Uint8Array.of(0x02, ...xOnly)).add(BASE.multiply(Fn.fromBytes(tweak)));
      return sum.toBytes(true).subarray(1);
    },
  },
};
