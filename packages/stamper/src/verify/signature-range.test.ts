import { ED25519_TORSION_SUBGROUP, ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { concatBytes } from '../encoding/bytes.ts';
import { decodeHex } from '../encoding/hex.ts';
import { curves } from '../keys/curve.ts';
import { isEd25519Signature, isP256Signature, isSecp256k1Signature } from './signature-range.ts';

const libraries = { p256, secp256k1 };
const isInRange = { p256: isP256Signature, secp256k1: isSecp256k1Signature, ed25519: isEd25519Signature };
const bigEndian = (number: bigint) => Uint8Array.from(Buffer.from(number.toString(16).padStart(64, '0'), 'hex'));
const littleEndian = (number: bigint) => bigEndian(number).reverse();

test.each(['p256', 'secp256k1'] as const)('default: r and s from 1 to n - 1 on %s', (curve) => {
  const n = libraries[curve].Point.Fn.ORDER;
  const isTaken = (r: bigint, s: bigint) => isInRange[curve](concatBytes(bigEndian(r), bigEndian(s)));
  for (const inside of [1n, 2n ** 128n, n / 2n + 1n, n - 1n]) {
    expect([isTaken(inside, 1n), isTaken(1n, inside)]).toEqual([true, true]);
  }
  for (const outside of [0n, n, n + 1n, 2n ** 256n - 1n]) {
    expect([isTaken(outside, 1n), isTaken(1n, outside)]).toEqual([false, false]);
  }
});

test('default: s below the order on ed25519, in little endian', () => {
  const l = ed25519.Point.Fn.ORDER;
  const isTaken = (s: bigint) => isEd25519Signature(concatBytes(ed25519.Point.BASE.toBytes(), littleEndian(s)));
  expect([0n, 1n, 2n ** 252n, l - 1n].map(isTaken)).toEqual([true, true, true, true]);
  expect([l, l + 1n, 2n ** 253n, 2n ** 256n - 1n].map(isTaken)).toEqual([false, false, false, false]);
});

test.each(ED25519_TORSION_SUBGROUP)('error: R = %s of small order', (hex) => {
  expect(isEd25519Signature(concatBytes(decodeHex(hex, 'R'), littleEndian(1n)))).toBe(false);
});

test.each(curves)('error: not 64 bytes on %s', (curve) => {
  const halves = new Uint8Array(128).fill(2);
  expect([0, 32, 63, 64, 65, 128].map((length) => isInRange[curve](halves.subarray(0, length)))).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
  ]);
});
