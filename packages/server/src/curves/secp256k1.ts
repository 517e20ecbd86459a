import {
  isPoint,
  isPrivate,
  isXOnlyPoint,
  pointCompress,
  pointFromScalar,
  privateAdd,
  xOnlyPointAddTweak,
} from 'tiny-secp256k1';
import { copySecret } from '../secrets/secret-buffer.ts';
import type { CurveArithmetic } from './curve-arithmetic.ts';

// In tiny-secp256k1 2.2.4, an error that is thrown inside of the WebAssembly code leaks its stack. After about 3,000 such errors,
// every function throws for good. So no function may get a point or a secret that was not checked: the checks return false.
export { isPoint };

/** Points and scalars of secp256k1 on libsecp256k1. */
export const secp256k1: CurveArithmetic = {
  publicKeyOf(secret) {
    const publicKey = isPrivate(secret) && pointFromScalar(secret, true);
    if (!publicKey) throw new Error('not a secret of secp256k1');
    return publicKey;
  },

  addToSecret(secret, tweak) {
    const sum = isTweak(tweak) ? privateAdd(secret, tweak) : null;
    if (!sum) return undefined;
    const kept = copySecret(sum);
    sum.fill(0);
    return kept;
  },

  isSecret: isPrivate,

  // The library zeroes its input buffers, but local variables of the compiled C code, such as the sum of two secrets, stay on the
  // stack in the memory of the WebAssembly module. The same calls with a public constant write to the same places.
  clear() {
    privateAdd(one, one);
    pointFromScalar(one, true);
  },
};

const one = Buffer.from('01'.padStart(64, '0'), 'hex');

/** Below the order. privateAdd throws for other tweaks. */
const isTweak = (bytes: Uint8Array) => isPrivate(bytes) || (bytes.length === 32 && bytes.every((byte) => byte === 0));

/** Returns the 65 bytes of a public key (SEC 1, section 2.3.3). Throws if the bytes are not a point on the curve. */
export function decompress(publicKey: Uint8Array): Uint8Array {
  if (!isPoint(publicKey)) throw new RangeError('not a point on secp256k1');
  return pointCompress(publicKey, false);
}

/** Adds the point of a tweak to a public key of 32 bytes, whose Y is even, and returns the X of the sum (BIP-340, BIP-341). */
export function tweakXOnly(xOnly: Uint8Array, tweak: Uint8Array): Uint8Array {
  if (!isXOnlyPoint(xOnly)) throw new RangeError('not the X of a point on secp256k1');
  const sum = xOnlyPointAddTweak(xOnly, tweak);
  if (!sum) throw new RangeError('the tweaked public key is the point at infinity');
  return sum.xOnlyPubkey;
}
