import { createHash } from 'node:crypto';
import { p256 as peerOfP256 } from '@noble/curves/nist.js';
import { secp256k1 as peerOfSecp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { p256 } from './p256.ts';
import { secp256k1 } from './secp256k1.ts';

const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');
const bytesOf = (number: bigint) => Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
const sample = (name: string) => createHash('sha256').update(name).digest();

describe.each([
  { name: 'secp256k1', curve: secp256k1, peer: peerOfSecp256k1 },
  { name: 'P-256', curve: p256, peer: peerOfP256 },
])('$name', ({ curve, peer }) => {
  const order = peer.Point.Fn.ORDER;

  test('default', () => {
    for (let number = 0; number < 1000; number++) {
      const [secret, tweak] = [sample(`secret ${number}`), sample(`tweak ${number}`)];
      const sum = (BigInt(`0x${hex(secret)}`) + BigInt(`0x${hex(tweak)}`)) % order;
      expect(hex(curve.addToSecret(secret, tweak))).toBe(hex(bytesOf(sum)));
      expect(hex(curve.publicKeyOf(secret))).toBe(hex(peer.getPublicKey(secret, true)));
    }
  });

  test.each([
    { secret: 1n, tweak: 0n, sum: 1n },
    { secret: 1n, tweak: 1n, sum: 2n },
    { secret: 1n, tweak: order - 2n, sum: order - 1n },
    { secret: 2n, tweak: order - 1n, sum: 1n },
    { secret: order - 1n, tweak: 2n, sum: 1n },
    { secret: order - 1n, tweak: order - 1n, sum: order - 2n },
  ])('behavior: $secret + $tweak', ({ secret, tweak, sum }) => {
    expect(hex(curve.addToSecret(bytesOf(secret), bytesOf(tweak)))).toBe(hex(bytesOf(sum)));
  });

  test.each([
    { secret: 1n, tweak: order - 1n },
    { secret: order - 1n, tweak: 1n },
    { secret: 1n, tweak: order },
    { secret: 1n, tweak: order + 1n },
    { secret: 1n, tweak: 2n ** 256n - 1n },
  ])('error: $secret + $tweak is no secret', ({ secret, tweak }) => {
    expect(curve.addToSecret(bytesOf(secret), bytesOf(tweak))).toBeUndefined();
  });

  // BIP-32, test vector 5, has extended keys with the secrets 0 and n.
  test.each([0n, order, order + 1n, 2n ** 256n - 1n])('error: %i is no secret', (number) => {
    expect(curve.isSecret(bytesOf(number))).toBe(false);
    expect(() => curve.publicKeyOf(bytesOf(number))).toThrow();
  });

  test.each([0, 31, 33])('error: %i bytes are no secret', (length) => {
    expect(curve.isSecret(Buffer.alloc(length, 1))).toBe(false);
    expect(curve.addToSecret(bytesOf(1n), Buffer.alloc(length, 1))).toBeUndefined();
  });

  test.each([1n, 2n, order - 1n])('behavior: %i is a secret', (number) => {
    expect(curve.isSecret(bytesOf(number))).toBe(true);
    expect(hex(curve.publicKeyOf(bytesOf(number)))).toBe(hex(peer.getPublicKey(bytesOf(number), true)));
  });

  test('behavior: the inputs are unchanged, and the results are buffers of their own', () => {
    const [secret, tweak] = [sample('secret'), sample('tweak')];
    for (const result of [curve.addToSecret(secret, tweak), curve.publicKeyOf(secret)]) {
      expect(result?.buffer.byteLength).toBe(result?.length);
      result?.fill(0);
    }
    expect([secret, tweak]).toEqual([sample('secret'), sample('tweak')]);
  });
});
