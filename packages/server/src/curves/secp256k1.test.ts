import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { expect, test } from 'vitest';
import { decompress, isPoint, tweakXOnly } from './secp256k1.ts';

const { Point } = secp256k1;
const generator = Point.BASE.toBytes(true);
const x = generator.subarray(1);
/** 5 is not the X of a point. */
const noX = new Uint8Array(32).with(31, 5);
const noPoint = Uint8Array.of(0x02, ...noX);

test('behavior: another library makes the same points', () => {
  for (let index = 0; index < 50; index++) {
    const { publicKey } = secp256k1.keygen();
    const tweak = randomBytes(32).with(0, 0);
    expect(decompress(publicKey)).toEqual(Point.fromBytes(publicKey).toBytes(false));
    const even = Point.fromBytes(publicKey.with(0, 0x02));
    const sum = even.add(Point.BASE.multiply(BigInt(`0x${Buffer.from(tweak).toString('hex')}`)));
    expect(tweakXOnly(publicKey.subarray(1), tweak)).toEqual(sum.toBytes(true).subarray(1));
  }
});

test('error: bytes that are not a point', () => {
  expect(isPoint(noPoint)).toBe(false);
  expect(() => decompress(noPoint)).toThrow('not a point on secp256k1');
  expect(() => decompress(new Uint8Array(33))).toThrow('not a point on secp256k1');
  expect(() => decompress(new Uint8Array())).toThrow('not a point on secp256k1');
  expect(() => tweakXOnly(noX, x)).toThrow('not the X of a point on secp256k1');
});

test('error: a tweak that makes the point at infinity, and one that is too large', () => {
  const minusOne = Uint8Array.from(Buffer.from((Point.Fn.ORDER - 1n).toString(16), 'hex'));
  expect(() => tweakXOnly(x, minusOne)).toThrow('the point at infinity');
  expect(() => tweakXOnly(x, new Uint8Array(32).fill(0xff))).toThrow('Expected Tweak');
});

test('behavior: the curve still works after thousands of errors', () => {
  let errors = 0;
  const attempt = (work: () => unknown) => {
    try {
      work();
    } catch {
      errors++;
    }
  };
  for (let index = 0; index < 5000; index++) {
    attempt(() => decompress(noPoint));
    attempt(() => tweakXOnly(noX, x));
  }
  expect(errors).toBe(10_000);
  expect(decompress(generator)).toEqual(Point.BASE.toBytes(false));
});
