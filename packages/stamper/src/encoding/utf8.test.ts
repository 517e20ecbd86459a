import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/any-text.ts';
import { StamperError } from '../stamper-error.ts';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

describe('encodeUtf8', () => {
  test('default: as the platform writes it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encodeUtf8(text, 'body')).toEqual(Uint8Array.from(Buffer.from(text)));
      }),
    );
  });

  test.each(['\ud800', '\udfff', 'a\udc00\ud800b', '\ud83d'])('error: lone surrogates: %j', (text) => {
    expect(() => encodeUtf8(text, 'body')).toThrow(new StamperError('MALFORMED', 'body', 'is not well-formed Unicode'));
  });

  test.each([undefined, null, 1, ['a'], {}])('error: not text: %j', (value) => {
    expect(() => encodeUtf8(value as unknown as string, 'body')).toThrow('body is not well-formed Unicode');
  });
});

describe('decodeUtf8', () => {
  test('default: two byte strings never decode to the same text', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString();
        if (Buffer.from(text).equals(bytes)) expect(decodeUtf8(bytes, 'data')).toBe(text);
        else expect(() => decodeUtf8(bytes, 'data')).toThrow('data is not UTF-8');
      }),
    );
  });

  test('behavior: a byte order mark is content', () => {
    expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61), 'data')).toBe('\ufeffa');
  });

  test.each([
    ['a byte alone', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong zero', [0xe0, 0x80, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
    ['cut off', [0x61, 0xe2, 0x82]],
  ])('error: %s', (_, bytes) => {
    expect(() => decodeUtf8(Uint8Array.from(bytes), 'data')).toThrow('data is not UTF-8');
  });

  test('behavior: a truncated sequence does not carry over into the next text', () => {
    expect(() => decodeUtf8(Uint8Array.of(0xe2, 0x82), 'data')).toThrow('data is not UTF-8');
    expect(() => decodeUtf8(Uint8Array.of(0xac), 'data')).toThrow('data is not UTF-8');
    expect(decodeUtf8(Uint8Array.of(0x61), 'data')).toBe('a');
  });
});
