import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { native as node } from './node.ts';
import { native as web } from './web.ts';

const { Point } = secp256k1;
const generator = Point.BASE.toBytes(true);
const x = generator.subarray(1);
/** 5 is not the X of a point. */
const noX = new Uint8Array(32).with(31, 5);
const noPoint = Uint8Array.of(0x02, ...noX);

describe.each([
  ['node', node],
  ['web', web],
])('%s', (_, native) => {
  const { decompress, isPoint, tweakXOnly } = native.secp256k1;

  test('default: hashes as another library does, around the length of a block', () => {
    for (const length of [0, 1, 31, 32, 63, 64, 65, 135, 136, 137, 271, 272, 1000]) {
      const message = Uint8Array.from({ length }, (_, index) => index);
      expect(Uint8Array.from(native.sha256(message))).toEqual(sha256(message));
      expect(native.keccak256(message)).toEqual(keccak_256(message));
    }
  });

  test('behavior: another library makes the same points', () => {
    for (let index = 0; index < 50; index++) {
      const { publicKey } = secp256k1.keygen();
      const tweak = randomBytes(32).with(0, 0);
      expect(decompress(publicKey)).toEqual(Point.fromBytes(publicKey).toBytes(false));
      const even = Point.fromBytes(publicKey.with(0, 0x02));
      const sum = even.add(Point.BASE.multiply(Point.Fn.fromBytes(tweak)));
      expect(tweakXOnly(publicKey.subarray(1), tweak)).toEqual(sum.toBytes(true).subarray(1));
      const other = p256.keygen().publicKey;
      expect(Uint8Array.from(native.p256.decompress(other))).toEqual(p256.Point.fromBytes(other).toBytes(false));
    }
  });

  test('error: bytes that are not a point', () => {
    const tooLarge = new Uint8Array(33).fill(0xff).with(0, 0x02);
    for (const bytes of [tooLarge, new Uint8Array(33), new Uint8Array()])
      for (const points of [native.secp256k1, native.p256]) {
        expect(points.isPoint(bytes)).toBe(false);
        expect(() => points.decompress(bytes)).toThrow();
      }
    expect(isPoint(noPoint)).toBe(false);
    expect(() => decompress(noPoint)).toThrow();
    expect(() => tweakXOnly(noX, x)).toThrow();
  });

  test('error: a tweak that makes the point at infinity, and one that is too large', () => {
    const minusOne = hexToBytes((Point.Fn.ORDER - 1n).toString(16));
    expect(() => tweakXOnly(x, minusOne)).toThrow();
    expect(() => tweakXOnly(x, new Uint8Array(32).fill(0xff))).toThrow();
  });

  test('behavior: the curve still works after thousands of errors', () => {
    for (let index = 0; index < 5000; index++) {
      expect(() => decompress(noPoint)).toThrow();
      expect(() => tweakXOnly(noX, x)).toThrow();
    }
    expect(decompress(generator)).toEqual(Point.BASE.toBytes(false));
  });
});
