import { createECDH, createHmac } from 'node:crypto';
import { ecdsa as createEcdsa } from '@noble/curves/abstract/weierstrass.js';
import { p256 as noble } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { createSecretBuffer } from '../secrets/secret-buffer.ts';
import type { CurveArithmetic } from './curve-arithmetic.ts';

const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex');
const one = Buffer.from('01'.padStart(64, '0'), 'hex');
const calculator = createECDH('prime256v1');

/** Points and scalars of P-256: points by OpenSSL, scalars byte by byte in place, as a BigInt cannot be wiped. */
export const p256: CurveArithmetic = {
  publicKeyOf(secret) {
    calculator.setPrivateKey(secret);
    return Uint8Array.from(calculator.getPublicKey(null, 'compressed'));
  },

  addToSecret(secret, tweak) {
    if (!isBelowOrder(tweak)) return undefined;
    const sum = createSecretBuffer(32);
    const reduced = createSecretBuffer(32);
    try {
      const carry = add(sum, secret, tweak);
      const borrow = subtract(reduced, sum, order);
      // The reduced sum is right unless it fell below zero. The bytes are selected without a branch on the secret.
      select(sum, reduced, carry | (borrow ^ 1));
      return isZero(sum) ? undefined : sum;
    } finally {
      reduced.fill(0);
    }
  },

  isSecret: (bytes) => isBelowOrder(bytes) && !isZero(bytes),

  // OpenSSL zeroes the previous secret when it gets another.
  clear() {
    calculator.setPrivateKey(one);
  },
};

function isBelowOrder(bytes: Uint8Array): boolean {
  if (bytes.length !== 32) return false;
  const difference = createSecretBuffer(32);
  const borrow = subtract(difference, bytes, order);
  difference.fill(0);
  return borrow === 1;
}

const isZero = (bytes: Uint8Array) => bytes.every((byte) => byte === 0);

/** Writes a + b, and returns the carry. */
function add(result: Uint8Array, a: Uint8Array, b: Uint8Array): number {
  let carry = 0;
  for (let at = 31; at >= 0; at--) {
    const sum = byteAt(a, at) + byteAt(b, at) + carry;
    result[at] = sum & 0xff;
    carry = sum >> 8;
  }
  return carry;
}

/** Writes a - b, and returns the borrow. */
function subtract(result: Uint8Array, a: Uint8Array, b: Uint8Array): number {
  let borrow = 0;
  for (let at = 31; at >= 0; at--) {
    const difference = byteAt(a, at) - byteAt(b, at) - borrow;
    result[at] = difference & 0xff;
    borrow = (difference >> 8) & 1;
  }
  return borrow;
}

/** Copies the source if the bit is 1, and keeps the target if it is 0. */
function select(target: Uint8Array, source: Uint8Array, bit: number): void {
  const mask = -bit & 0xff;
  for (let at = 0; at < 32; at++) target[at] = (byteAt(target, at) & ~mask) | (byteAt(source, at) & mask);
}

const byteAt = (bytes: Uint8Array, at: number) => bytes[at] ?? 0;

/**
 * The generator, multiplied by OpenSSL: several times as fast as in JavaScript, and in constant time. @noble/curves gets it as
 * the base point of its ECDSA.
 */
const generator: typeof noble.Point.BASE = Object.create(noble.Point.BASE, {
  multiply: {
    value(scalar: bigint) {
      const { Fn, Fp } = noble.Point;
      const bytes = Fn.toBytes(scalar);
      calculator.setPrivateKey(bytes);
      bytes.fill(0);
      const point = calculator.getPublicKey();
      return noble.Point.fromAffine({
        x: Fp.fromBytes(point.subarray(1, 33)),
        y: Fp.fromBytes(point.subarray(33)),
      });
    },
  },
});

class Point extends noble.Point {
  static override readonly BASE = generator;
}

/** By OpenSSL, which takes half the time: a nonce needs five of them. */
const hmac = (key: Uint8Array, message: Uint8Array) => createHmac('sha256', key).update(message).digest();

const ecdsa = createEcdsa(Point, sha256, { hmac });

/**
 * Signs a digest of 32 bytes with ECDSA: nonce by RFC 6979, low s. OpenSSL offers neither that nonce nor the parity of R, so this
 * is @noble/curves, which leaves copies of the secret in numbers that cannot be wiped.
 *
 * Call `clear` afterwards: OpenSSL still holds the nonce, and whoever knows that can calculate the secret.
 */
export function signEcdsa(secret: Uint8Array, digest: Uint8Array) {
  const [recovery, ...bytes] = ecdsa.sign(digest, secret, { prehash: false, lowS: true, format: 'recovered' });
  return { bytes: Uint8Array.from(bytes), parity: ((recovery ?? 0) & 1) === 0 ? 0 : 1 } as const;
}
