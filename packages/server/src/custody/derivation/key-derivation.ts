import { createHmac } from 'node:crypto';
import type { Curve as CurveSchema } from '@mintmark/schema/fields/wallets/curve';
import type { z } from 'zod';
import type { CurveArithmetic } from '../curves/curve-arithmetic.ts';
import { ed25519PublicKeyOf } from '../curves/ed25519.ts';
import { p256 } from '../curves/p256.ts';
import { secp256k1 } from '../curves/secp256k1.ts';
import { createSecretBuffer } from '../secrets/secret-buffer.ts';
import { ExtendedKey } from './extended-key.ts';
import { hardened } from './path.ts';

/** A curve as the contract names it. Only its type is imported: threads do not load the contract. */
export type Curve = z.infer<typeof CurveSchema>;

/** How the keys of one curve are derived. */
export interface KeyDerivation {
  /** The key at the root of a seed. */
  master(seed: Uint8Array): ExtendedKey;
  child(parent: ExtendedKey, index: number): ExtendedKey;
  /** Overwrites what libraries still hold of secrets: call it after the last derivation. */
  clear(): void;
}

interface ScalarDerivation {
  /** The key of the first HMAC. */
  readonly name: string;
  readonly curve: CurveArithmetic;
  /**
   * About one HMAC in 2^127 gives no valid key of secp256k1, and one in 2^32 no valid key of P-256. In BIP-32 the index then has
   * no key. SLIP-0010 derives again from the HMAC that failed.
   */
  readonly ifInvalid: 'fail' | 'retry';
}

/** BIP-32 and SLIP-0010 for a curve whose secrets are scalars. */
export function createScalarDerivation({ name, curve, ifInvalid }: ScalarDerivation): KeyDerivation {
  const build = (secret: Uint8Array, chainCode: Uint8Array) => new ExtendedKey(secret, chainCode, curve.publicKeyOf);

  /** Wipes the HMAC that failed. */
  function replace<Digest extends Buffer>(failed: Digest, retry: () => Digest): Digest {
    try {
      if (ifInvalid === 'fail') throw new Error('the path has no valid key');
      return retry();
    } finally {
      failed.fill(0);
    }
  }

  return {
    master(seed) {
      let digest = hmac(name, seed);
      while (!curve.isSecret(leftOf(digest))) digest = replace(digest, () => hmac(name, digest));
      return build(leftOf(digest), rightOf(digest));
    },

    child(parent, index) {
      let digest =
        index >= hardened
          ? hmacOfChild(parent, [0, parent.secret, index])
          : hmacOfChild(parent, [parent.publicKey[0] ?? 0, parent.publicKey.subarray(1), index]);
      let secret = curve.addToSecret(parent.secret, leftOf(digest));
      while (!secret) {
        digest = replace(digest, () => hmacOfChild(parent, [1, rightOf(digest), index]));
        secret = curve.addToSecret(parent.secret, leftOf(digest));
      }
      leftOf(digest).fill(0);
      return build(secret, rightOf(digest));
    },

    clear: curve.clear,
  };
}

/** SLIP-0010 for ed25519. The curve has hardened children only, so each index is derived as hardened. */
const ed25519Derivation: KeyDerivation = {
  master: (seed) => buildEd25519(hmac('ed25519 seed', seed)),
  child: (parent, index) => buildEd25519(hmacOfChild(parent, [0, parent.secret, (index | hardened) >>> 0])),
  clear() {},
};

const buildEd25519 = (digest: Buffer) => new ExtendedKey(leftOf(digest), rightOf(digest), ed25519PublicKeyOf);

/** BIP-32 for secp256k1, SLIP-0010 for the others. */
export const keyDerivations: Readonly<Record<Curve, KeyDerivation>> = {
  CURVE_SECP256K1: createScalarDerivation({ name: 'Bitcoin seed', curve: secp256k1, ifInvalid: 'fail' }),
  CURVE_ED25519: ed25519Derivation,
  CURVE_P256: createScalarDerivation({ name: 'Nist256p1 seed', curve: p256, ifInvalid: 'retry' }),
};

/** The content is 33 bytes, a secret with a prefix or a compressed public key, and the index. */
function hmacOfChild(parent: ExtendedKey, [prefix, bytes, index]: readonly [number, Uint8Array, number]) {
  const content = createSecretBuffer(37);
  try {
    content[0] = prefix;
    content.set(bytes, 1);
    content.writeUInt32BE(index, 33);
    return hmac(parent.chainCode, content);
  } finally {
    content.fill(0);
  }
}

const hmac = (key: string | Uint8Array, content: Uint8Array) => createHmac('sha512', key).update(content).digest();

const leftOf = (digest: Buffer) => digest.subarray(0, 32);

const rightOf = (digest: Buffer) => digest.subarray(32);
