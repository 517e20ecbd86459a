import { type Writable, writeCbor } from '@mintmark/testing/cbor-writer';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/any-text.ts';
import { StamperError } from '../stamper-error.ts';
import { decodeCbor, decodeCborPrefix } from './cbor.ts';
import { decodeHex } from './hex.ts';

const decode = (hex: string) => decodeCbor(decodeHex(hex, 'hex'), 'part');

const malformed = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(StamperError);
    expect(error).toMatchObject({ code: 'MALFORMED', part: 'part' });
    return;
  }
  expect.unreachable('nothing was thrown');
};

const refused: [string, string][] = [
  ['nothing', ''],
  ['a length that is missing', '18'],
  ['a length that is cut', '1901'],
  ['a byte string that is cut', '4301'],
  ['a text that is cut', '6261'],
  ['an array that is cut', '8201'],
  ['a map without its last value', 'a101'],
  ['a byte string that claims 2^32 - 1 bytes', '5affffffff'],
  ['a text that claims 2^53 - 1 bytes', '7b001fffffffffffff'],
  ['an array that claims 2^32 - 1 items', '9affffffff00'],
  ['a map that claims 2^53 - 1 entries', 'bb001fffffffffffff0000'],
  ['a byte string of indefinite length', '5f4101ff'],
  ['a text of indefinite length', '7f6161ff'],
  ['an array of indefinite length', '9f01ff'],
  ['a map of indefinite length', 'bf0101ff'],
  ['a break', 'ff'],
  ['reserved lengths', '1c'],
  ['an integer beyond the exact ones', '1b0020000000000000'],
  ['a negative integer beyond the exact ones', '3b001fffffffffffff'],
  ['the largest integer', '1bffffffffffffffff'],
  ['the smallest integer', '3bffffffffffffffff'],
  ['one byte for a number below 24', '1817'],
  ['two bytes for a number below 256', '1900ff'],
  ['four bytes for a number below 65536', '1a0000ffff'],
  ['eight bytes for a number below 2^32', '1b00000000ffffffff'],
  ['a long form of a short length', '580101'],
  ['a tag', 'c000'],
  ['undefined', 'f7'],
  ['another simple value', 'f0'],
  ['a simple value of two bytes', 'f8ff'],
  ['true in two bytes', 'f815'],
  ['half precision', 'f93c00'],
  ['single precision', 'fa47c35000'],
  ['double precision', 'fb3ff199999999999a'],
  ['text that is not UTF-8', '61ff'],
  ['text with a surrogate', '63eda080'],
  ['the same integer key twice', 'a201000100'],
  ['the same text key twice', 'a2616100616101'],
  ['a key that is a byte string', 'a1410000'],
  ['a key that is an array', 'a18000'],
  ['a key that is true', 'a1f500'],
];

describe('decodeCbor', () => {
  // RFC 8949, appendix A, as far as the strict kind goes.
  const examples: [string, unknown][] = [
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['18ff', 255],
    ['190100', 256],
    ['1903e8', 1000],
    ['1a00010000', 65_536],
    ['1a000f4240', 1_000_000],
    ['1b0000000100000000', 2 ** 32],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1b001fffffffffffff', Number.MAX_SAFE_INTEGER],
    ['20', -1],
    ['29', -10],
    ['3863', -100],
    ['390100', -257],
    ['3b001ffffffffffffe', Number.MIN_SAFE_INTEGER],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['40', new Uint8Array()],
    ['4401020304', Uint8Array.of(1, 2, 3, 4)],
    ['60', ''],
    ['6161', 'a'],
    ['62c3bc', 'ü'],
    ['64f0908591', '\u{10151}'],
    ['80', []],
    ['83010203', [1, 2, 3]],
    ['8301820203820405', [1, [2, 3], [4, 5]]],
    ['a0', new Map()],
    ['a201020304', new Map([[1, 2], [3, 4]])], // biome-ignore format: one row per example
    ['a26161016162820203', new Map<string, unknown>([['a', 1], ['b', [2, 3]]])], // biome-ignore format: one row per example
    ['a201012001', new Map([[1, 1], [-1, 1]])], // biome-ignore format: one row per example
    ['a20101613102', new Map<unknown, unknown>([[1, 1], ['1', 2]])], // biome-ignore format: one row per example
  ];

  test.each(examples)('default: %s', (hex, value) => {
    expect(decode(hex)).toEqual(value);
  });

  test.each(refused)('error: %s', (_, hex) => {
    malformed(() => decode(hex));
  });

  test('error: bytes after the item', () => {
    malformed(() => decode('0000'));
  });

  test('behavior: eight levels are read, nine are not, nor fifty thousand', () => {
    const nested = (levels: number) => decodeCbor(Uint8Array.from([...new Array(levels - 1).fill(0x81), 0x80]), 'part');
    expect(JSON.stringify(nested(8))).toBe('[[[[[[[[]]]]]]]]');
    malformed(() => nested(9));
    malformed(() => nested(50_000));
    malformed(() =>
      decodeCbor(
        Uint8Array.from({ length: 50_000 }, (_, index) => (index % 2 === 0 ? 0xa1 : 1)),
        'part',
      ),
    );
  });

  test('behavior: many items and many bytes are refused', () => {
    const array = (items: number) => Uint8Array.from([0x99, items >> 8, items & 255, ...new Array(items).fill(0)]);
    expect(decodeCbor(array(1_023), 'part')).toHaveLength(1_023);
    malformed(() => decodeCbor(array(1_024), 'part'));
    malformed(() => decodeCbor(writeCbor(new Uint8Array(70_000)), 'part'));
  });

  test('behavior: random bytes, most of them heads that claim a length or nest, are read or refused', () => {
    const heads = [
      0x17, 0x18, 0x1b, 0x3b, 0x40, 0x58, 0x5b, 0x5f, 0x7b, 0x80, 0x81, 0x9b, 0x9f, 0xa0, 0xa1, 0xbb, 0xff,
    ];
    const byte = fc.oneof(fc.constantFrom(...heads), fc.nat(255));
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 64 }), (bytes) => {
        try {
          decodeCbor(Uint8Array.from(bytes), 'part');
          outcomes.add('read');
        } catch (error) {
          expect(error).toMatchObject({ name: 'StamperError', code: 'MALFORMED', part: 'part' });
          outcomes.add('refused');
        }
      }),
      { numRuns: 3000, examples: [[[0x80]], [[0x81]]] },
    );
    expect(outcomes.size).toBe(2);
  });

  test('behavior: reads what was written', () => {
    const { value } = fc.letrec<{ value: Writable }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.integer({ min: -(2 ** 32), max: 2 ** 32 - 1 }),
        anyText,
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array(),
        fc.array(tie('value'), { maxLength: 4 }),
        fc
          .array(fc.tuple(fc.oneof(fc.integer(), fc.string()), tie('value')), { maxLength: 4 })
          .map((entries) => new Map(entries)),
      ),
    }));
    fc.assert(
      fc.property(value, (written) => {
        expect(decodeCbor(Uint8Array.from(writeCbor(written)), 'part')).toEqual(written);
      }),
    );
  });
});

describe('decodeCborPrefix', () => {
  test.each(refused)('error: %s', (_, hex) => {
    malformed(() => decodeCborPrefix(decodeHex(hex, 'hex'), 'part'));
  });

  test('default', () => {
    expect(decodeCborPrefix(decodeHex('8201020304', 'hex'), 'part')).toEqual({ value: [1, 2], length: 3 });
  });
});
