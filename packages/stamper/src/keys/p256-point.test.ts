import { p256 } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHex } from '../encoding/hex.ts';
import { StamperError } from '../stamper-error.ts';
import { parsePublicKey } from './keys-by-curve.ts';
import { compressedHex, parseP256Scalar, uncompressP256 } from './p256-point.ts';

const { Point } = p256;
const p = Point.Fp.ORDER;
const n = Point.Fn.ORDER;
const hexOf = (number: bigint) => number.toString(16).padStart(64, '0');
const scalar = fc.bigInt({ min: 1n, max: n - 1n });

/** The point, or the error code. */
function outcome(parse: () => Uint8Array): string {
  try {
    return encodeHex(parse());
  } catch (error) {
    if (error instanceof StamperError) return error.code;
    throw error;
  }
}

describe('uncompressP256', () => {
  test('default: every form of a point gives the same 65 bytes', () => {
    fc.assert(
      fc.property(scalar, (secret) => {
        const point = Point.BASE.multiply(secret);
        for (const form of [point.toHex(true), point.toHex(false), point.toHex(true).toUpperCase()]) {
          expect(uncompressP256(form, 'publicKey')).toEqual(point.toBytes(false));
        }
      }),
    );
  });

  test('behavior: the edges of x, with either sign', () => {
    const edges = [
      0n,
      1n,
      2n,
      3n,
      5n,
      p - 3n,
      p - 2n,
      p - 1n,
      p,
      p + 1n,
      p + 5n,
      n,
      n - 1n,
      2n ** 255n,
      2n ** 256n - 1n,
    ];
    for (const x of edges) {
      for (const prefix of ['02', '03']) {
        const hex = prefix + hexOf(x);
        const expected = outcome(() => parsePublicKey('p256', hex).uncompressed);
        expect(outcome(() => uncompressP256(hex, 'publicKey'))).toBe(expected);
      }
    }
  });

  test('behavior: agrees with the library on random x, with y that may not belong to them', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.constantFrom('02', '03'), (x, prefix) => {
        const hex = prefix + hexOf(x);
        const expected = outcome(() => parsePublicKey('p256', hex).uncompressed);
        expect(outcome(() => uncompressP256(hex, 'publicKey'))).toBe(expected);
      }),
    );
    fc.assert(
      fc.property(
        scalar,
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.constantFrom(0, 1, 2, 3, 4),
        (secret, random, how) => {
          const { x, y } = Point.BASE.multiply(secret);
          const other = [random, p - y, y ^ 1n, y + 2n, (y + p) % 2n ** 256n][how] ?? y;
          const hex = `04${hexOf(x)}${hexOf(other)}`;
          const expected = outcome(() => parsePublicKey('p256', hex).uncompressed);
          expect(outcome(() => uncompressP256(hex, 'publicKey'))).toBe(expected);
        },
      ),
    );
  });

  test('error: an x that is not below p, though it is valid modulo p', () => {
    const small = Array.from({ length: 40 }, (_, x) => BigInt(x))
      .map((x) => outcome(() => uncompressP256(`02${hexOf(x)}`, 'publicKey')))
      .filter((point) => point !== 'INVALID_KEY')
      .map((point) => Point.fromHex(point));
    expect(small.length).toBeGreaterThan(10);
    for (const { x, y } of small) {
      for (const hex of [`02${hexOf(x + p)}`, `03${hexOf(x + p)}`, `04${hexOf(x + p)}${hexOf(y)}`]) {
        expect(() => uncompressP256(hex, 'publicKey')).toThrow(
          new StamperError('INVALID_KEY', 'publicKey', 'is not a point on p256'),
        );
      }
    }
  });

  test.each([
    ['infinity', '00'],
    ['a hybrid form', Point.BASE.toHex(false).replace(/^04/, '07')],
    ['no prefix', Point.BASE.toHex(false).slice(2)],
    ['a short form with the long prefix', Point.BASE.toHex(true).replace(/^0./, '04')],
    ['a byte too many', `${Point.BASE.toHex(true)}00`],
    ['a line break', `${Point.BASE.toHex(true)}\n`],
    ['nothing', ''],
    ['bytes', Point.BASE.toBytes()],
    ['undefined', undefined],
  ])('error: MALFORMED for %s', (_, hex) => {
    expect(() => uncompressP256(hex as string, 'publicKey')).toThrow(
      new StamperError('MALFORMED', 'publicKey', 'is not the hex form of a public key on p256'),
    );
  });
});

describe('compressedHex', () => {
  test('default', () => {
    fc.assert(
      fc.property(scalar, (secret) => {
        const point = Point.BASE.multiply(secret);
        expect(compressedHex(point.toBytes(false))).toBe(point.toHex(true));
        expect(compressedHex(point.negate().toBytes(false))).toBe(point.negate().toHex(true));
      }),
    );
  });
});

describe('parseP256Scalar', () => {
  test.each([1n, 2n, n - 1n, 2n ** 255n])('default: %i', (secret) => {
    const bytes = Uint8Array.from(Buffer.from(hexOf(secret), 'hex'));
    expect(parseP256Scalar(hexOf(secret), 'privateKey')).toEqual(bytes);
    expect(parseP256Scalar(hexOf(secret).toUpperCase(), 'privateKey')).toEqual(bytes);
  });

  test.each([0n, n, n + 1n, 2n ** 256n - 1n])('error: INVALID_KEY for %i', (secret) => {
    expect(() => parseP256Scalar(hexOf(secret), 'privateKey')).toThrow(
      new StamperError('INVALID_KEY', 'privateKey', 'is not a private key of p256'),
    );
  });

  test.each(['', '01', hexOf(1n).slice(1), `0${hexOf(1n)}`, `0x${hexOf(1n).slice(2)}`, `${hexOf(1n)}\n`, undefined])(
    'error: MALFORMED for %j',
    (hex) => {
      expect(() => parseP256Scalar(hex as string, 'privateKey')).toThrow(
        new StamperError('MALFORMED', 'privateKey', 'is not 32 bytes of hex'),
      );
    },
  );
});
