import { randomBytes } from 'node:crypto';
import { tapTweakOf } from '@mintmark/chains/bitcoin';
import { isPrivate, pointFromScalar, privateAdd, privateNegate, signRecoverable, signSchnorr } from 'tiny-secp256k1';
import { copySecret } from '../secrets/secret-buffer.ts';
import type { CurveArithmetic } from './curve-arithmetic.ts';
import { clearStack } from './secp256k1-memory.ts';

/**
 * Points and scalars of secp256k1 on libsecp256k1.
 *
 * In tiny-secp256k1 2.2.4, an error that is thrown inside of the WebAssembly code leaks its stack. After about 3,000 such errors,
 * every function throws for good. So no function may get a secret that was not checked: the checks return false.
 */
export const secp256k1: CurveArithmetic = {
  publicKeyOf(secret) {
    const publicKey = isPrivate(secret) && pointFromScalar(secret, true);
    if (!publicKey) throw new Error('not a secret of secp256k1');
    return publicKey;
  },

  addToSecret(secret, tweak) {
    const sum = isTweak(tweak) ? privateAdd(secret, tweak) : null;
    return sum ? takeSecret(sum) : undefined;
  },

  isSecret: isPrivate,

  clear: clearStack,
};

/** Below the order. privateAdd throws for other tweaks. */
const isTweak = (bytes: Uint8Array) => isPrivate(bytes) || (bytes.length === 32 && bytes.every((byte) => byte === 0));

/** Signs a digest of 32 bytes with ECDSA: nonce by RFC 6979, low s. The secret and the digest must have been checked. */
export function signEcdsa(secret: Uint8Array, digest: Uint8Array) {
  const { signature, recoveryId } = signRecoverable(digest, secret);
  return { bytes: signature, parity: parityOf(recoveryId) };
}

/** The second bit would say that R was not below the order, which happens once in 2^127 signatures. */
const parityOf = (recoveryId: number): 0 | 1 => ((recoveryId & 1) === 0 ? 0 : 1);

/** Signs a digest of 32 bytes as BIP-340 recommends, with fresh randomness. */
export const signBip340 = (
  secret: Uint8Array,
  digest: Uint8Array,
  randomness: Uint8Array = randomBytes(32),
): Uint8Array => signSchnorr(digest, secret, randomness);

/** The secret of the tweaked public key that a key without scripts has (BIP-341, `taproot_tweak_seckey`). */
export function tapTweakSecret(secret: Uint8Array): Buffer {
  const [prefix, ...internalKey] = secp256k1.publicKeyOf(secret);
  const even = prefix === 0x02 ? copySecret(secret) : takeSecret(privateNegate(secret));
  try {
    const tweaked = secp256k1.addToSecret(even, tapTweakOf(Uint8Array.from(internalKey)));
    if (!tweaked) throw new Error('the tweaked secret is zero');
    return tweaked as Buffer;
  } finally {
    even.fill(0);
  }
}

/** Moves a secret that the library returned into a buffer of ours. */
function takeSecret(secret: Uint8Array): Buffer {
  const kept = copySecret(secret);
  secret.fill(0);
  return kept;
}
