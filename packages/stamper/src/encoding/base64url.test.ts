import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StamperError } from '../stamper-error.ts';
import { decodeBase64Url, encodeBase64Url } from './base64url.ts';

const malformed = new StamperError('MALFORMED', 'stamp', 'is not canonical base64url');
const pad = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, '=');

describe('encodeBase64Url', () => {
  // RFC 4648, 10.
  test.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg'],
    ['fooba', 'Zm9vYmE'],
    ['foobar', 'Zm9vYmFy'],
  ])('default: %j', (text, encoded) => {
    expect(encodeBase64Url(Buffer.from(text))).toBe(encoded);
    expect(decodeBase64Url(encoded, 'stamp')).toEqual(Uint8Array.from(Buffer.from(text)));
  });

  test('behavior: as the platform writes it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(encodeBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
      }),
    );
  });
});

describe('decodeBase64Url', () => {
  test('default: reads what was written, padded only if allowed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = encodeBase64Url(bytes);
        expect(decodeBase64Url(text, 'stamp')).toEqual(bytes);
        expect(decodeBase64Url(text, 'stamp', 'padded')).toEqual(bytes);
        expect(decodeBase64Url(pad(text), 'stamp', 'padded')).toEqual(bytes);
        if (pad(text) !== text) expect(() => decodeBase64Url(pad(text), 'stamp')).toThrow(malformed);
      }),
    );
  });

  test('behavior: of all texts of up to three characters, exactly one decodes to each byte string', () => {
    const characters = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), '\u0100', '\u0141'];
    const isCanonical = (text: string) => Buffer.from(text, 'base64url').toString('base64url') === text;
    for (const first of characters) {
      expect(() => decodeBase64Url(first, 'stamp')).toThrow(malformed);
      for (const second of characters) {
        expect(accepts(first + second)).toBe(isCanonical(first + second));
      }
    }
    for (const second of ['A', 'Q', '-', '_', '=']) {
      for (const third of characters) expect(accepts(`z${second}${third}`)).toBe(isCanonical(`z${second}${third}`));
    }
  });

  test.each([
    '=',
    '==',
    '===',
    '====',
    'Zg=',
    'Zg===',
    'Zm8==',
    'Zm9v=',
    'Zm9v==',
    'Zm9v====',
    'Zg==Zg==',
    'Z===',
    '=Zg=',
  ])('error: padding that does not fit: %s', (text) => {
    expect(() => decodeBase64Url(text, 'stamp', 'padded')).toThrow(malformed);
    expect(() => decodeBase64Url(text, 'stamp')).toThrow(malformed);
  });

  test.each(['Zh', 'Zm9', 'Zm9vYh', 'Zh=='])('error: spare bits that are set: %s', (text) => {
    expect(() => decodeBase64Url(text, 'stamp', 'padded')).toThrow(malformed);
  });

  test.each(['Zm9v Zg', 'Zm9v\nZg', '+/+/', 'Zm9v\u0000', 'Zm\u0139v'])('error: foreign characters: %j', (text) => {
    expect(() => decodeBase64Url(text, 'stamp')).toThrow(malformed);
  });

  test.each([undefined, null, 4, ['Zm9v'], Buffer.from('Zm9v')])('error: not text: %j', (value) => {
    expect(() => decodeBase64Url(value as unknown as string, 'stamp')).toThrow(malformed);
  });
});

function accepts(text: string): boolean {
  try {
    decodeBase64Url(text, 'stamp');
    return true;
  } catch (error) {
    expect(error).toEqual(malformed);
    return false;
  }
}
