import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StamperError } from '../stamper-error.ts';
import { decodeHex, encodeHex } from './hex.ts';

const malformed = new StamperError('MALFORMED', 'key', 'is not hex');

describe('encodeHex', () => {
  test('default: as the platform writes it', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(encodeHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
      }),
    );
  });

  test('args: every byte', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(encodeHex(bytes)).toBe(Buffer.from(bytes).toString('hex'));
  });
});

describe('decodeHex', () => {
  test('default: reads in either case what was written', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = encodeHex(bytes);
        expect(decodeHex(text, 'key')).toEqual(bytes);
        expect(decodeHex(text.toUpperCase(), 'key')).toEqual(bytes);
      }),
    );
  });

  test('behavior: accepts exactly the texts that are hex', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFgG/:@` \n\u0130\uff11\u{1f511}') }),
        (text) => {
          const isHex = Buffer.from(text, 'hex').toString('hex') === text.toLowerCase();
          if (isHex) expect(encodeHex(decodeHex(text, 'key'))).toBe(text.toLowerCase());
          else expect(() => decodeHex(text, 'key')).toThrow(malformed);
        },
      ),
    );
  });

  test.each(['0', 'abc', '0x00', ' 00', '00 ', '00\n', '0g', '\u0660\u0660', '\uff10\uff10', '-1', '+1'])(
    'error: %j',
    (text) => {
      expect(() => decodeHex(text, 'key')).toThrow(malformed);
    },
  );

  test.each([undefined, null, 12, ['00'], { length: 2 }, new Uint8Array(2)])('error: not text: %j', (value) => {
    expect(() => decodeHex(value as unknown as string, 'key')).toThrow(malformed);
  });

  test('behavior: accepts a long text, and refuses it for its last character', () => {
    const text = 'a5'.repeat(2_000_000);
    expect(decodeHex(text, 'key')).toHaveLength(2_000_000);
    expect(() => decodeHex(`${text}0`, 'key')).toThrow(malformed);
  });
});
