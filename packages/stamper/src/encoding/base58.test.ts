import { createHash } from 'node:crypto';
import { base58, createBase58check } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StamperError } from '../stamper-error.ts';
import { decodeBase58, decodeBase58Check, encodeBase58, encodeBase58Check } from './base58.ts';

const base58check = createBase58check((bytes: Uint8Array) => createHash('sha256').update(bytes).digest());
/** With leading zeros, which implementations get wrong. */
const bytesWithZeros = fc
  .tuple(fc.nat({ max: 5 }), fc.uint8Array({ maxLength: 120 }))
  .map(([zeros, rest]) => Uint8Array.from([...new Uint8Array(zeros), ...rest]));

describe('base58', () => {
  // draft-msporny-base58, 5.
  test.each([
    ['Hello World!', '2NEpo7TZRRrLZSi2U'],
    ['The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
    ['\0\0\u0028\u007f\u00b4\u00cd', '11233QC4'],
  ])('default: %j', (text, encoded) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'latin1'));
    expect(encodeBase58(bytes)).toBe(encoded);
    expect(decodeBase58(encoded, 'bundle')).toEqual(bytes);
  });

  test('behavior: as another implementation writes it', () => {
    fc.assert(
      fc.property(bytesWithZeros, (bytes) => {
        const text = base58.encode(bytes);
        expect(encodeBase58(bytes)).toBe(text);
        expect(decodeBase58(text, 'bundle')).toEqual(bytes);
      }),
    );
  });

  test.each(['0', 'O', 'I', 'l', ' ', '1\n', '+', '/', '\u00e9', '2NEpo7TZRRrLZSi2U='])(
    'error: foreign characters: %j',
    (text) => {
      expect(() => decodeBase58(text, 'bundle')).toThrow(new StamperError('MALFORMED', 'bundle', 'is not base58'));
    },
  );

  test.each([undefined, null, 5, ['2NEpo7TZRRrLZSi2U']])('error: not text: %j', (value) => {
    expect(() => decodeBase58(value as unknown as string, 'bundle')).toThrow('bundle is not base58');
  });

  test('behavior: 256 characters are read, 257 and many millions are refused', () => {
    expect(decodeBase58('z'.repeat(256), 'bundle')).toEqual(base58.decode('z'.repeat(256)));
    for (const length of [257, 10_000_000]) {
      expect(() => decodeBase58('z'.repeat(length), 'bundle')).toThrow('bundle is not base58');
    }
  });
});

describe('base58check', () => {
  test('default: as another implementation writes it', () => {
    fc.assert(
      fc.property(bytesWithZeros, (payload) => {
        const text = base58check.encode(payload);
        expect(encodeBase58Check(payload)).toBe(text);
        expect(decodeBase58Check(text, 'bundle')).toEqual(payload);
      }),
    );
  });

  test('behavior: an address of Bitcoin, whose payload begins with a zero', () => {
    const payload = decodeBase58Check('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'address');
    expect(Buffer.from(payload).toString('hex')).toBe('0062e907b15cbf27d5425399ebf6f0fb50ebb88f18');
  });

  test('error: any one character changed, added or left out', () => {
    const text = encodeBase58Check(Uint8Array.from({ length: 40 }, (_, index) => index));
    for (let index = 0; index < text.length; index++) {
      const changed = text[index] === 'a' ? 'b' : 'a';
      for (const instead of [changed, '', `${text[index]}a`]) {
        const wrong = text.slice(0, index) + instead + text.slice(index + 1);
        expect(() => decodeBase58Check(wrong, 'bundle')).toThrow('bundle has a wrong checksum');
      }
    }
  });

  test.each(['', '1', '111', '1111', 'z'])('error: only a checksum, or less: %j', (text) => {
    expect(() => decodeBase58Check(text, 'bundle')).toThrow('bundle has a wrong checksum');
  });

  test('behavior: the empty payload has a checksum too', () => {
    expect(decodeBase58Check(encodeBase58Check(new Uint8Array()), 'bundle')).toHaveLength(0);
  });
});
