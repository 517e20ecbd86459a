import { ECDH, getHashes, hash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { isPoint, isXOnlyPoint, pointCompress, xOnlyPointAddTweak } from 'tiny-secp256k1';
import { attempt } from './attempt.ts';
import { compressedLength, type NativeCrypto } from './native-crypto.ts';

function decompressP256(publicKey: Uint8Array): Uint8Array {
  // OpenSSL also converts no bytes at all, and the point at infinity.
  if (publicKey.length !== compressedLength) throw new RangeError('not a point on P-256');
  return ECDH.convertKey(publicKey, 'prime256v1', undefined, undefined, 'uncompressed') as Buffer;
}

/** OpenSSL through node:crypto, and libsecp256k1 as WebAssembly. */
export const native: NativeCrypto = {
  sha256: (message) => hash('sha256', message, 'buffer'),

  // OpenSSL is ten times as fast with long messages, but has this hash only since version 3.2, and not in FIPS mode.
  keccak256: getHashes().includes('keccak-256')
    ? (message) => new Uint8Array(hash('keccak-256', message, 'buffer'))
    : keccak_256,

  p256: {
    isPoint: (bytes) => attempt(() => decompressP256(bytes)),
    decompress: decompressP256,
  },

  // In tiny-secp256k1 2.2.4, an error that is thrown inside of the WebAssembly code leaks its stack. After about 3,000 such errors,
  // every function throws for good. So no function may get a point that was not checked: the checks return false.
  secp256k1: {
    isPoint,

    decompress(publicKey) {
      if (!isPoint(publicKey)) throw new RangeError('not a point on secp256k1');
      return pointCompress(publicKey, false);
    },

    tweakXOnly(xOnly, tweak) {
      if (!isXOnlyPoint(xOnly)) throw new RangeError('not the X of a point on secp256k1');
      const sum = xOnlyPointAddTweak(xOnly, tweak);
      if (!sum) throw new RangeError('the tweaked public key is the point at infinity');
      return sum.xOnlyPubkey;
    },
  },
};
