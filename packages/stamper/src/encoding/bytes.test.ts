import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { StamperError } from '../stamper-error.ts';
import { concatBytes, equalBytes, requireBytes } from './bytes.ts';

describe('requireBytes', () => {
  test.each([
    ['bytes', Uint8Array.of(1, 2)],
    ['a Buffer', Buffer.of(1, 2)],
    ['bytes of another realm', runInNewContext('Uint8Array.of(1, 2)')],
    ['bytes of a subclass', new (class extends Uint8Array {})([1, 2])],
    ['bytes in shared memory', new Uint8Array(new SharedArrayBuffer(2)).map((_, index) => index + 1)],
  ])('default: %s', (_, value) => {
    expect(requireBytes(value, 'part')).toBe(value);
    expect(concatBytes(value, value)).toEqual(Uint8Array.of(1, 2, 1, 2));
  });

  test.each([
    ['text', '12'],
    ['a list', [1, 2]],
    ['a number', 2],
    ['null', null],
    ['nothing', undefined],
    ['wider numbers', Uint16Array.of(1, 2)],
    ['signed numbers', Int8Array.of(1, 2)],
    ['clamped numbers', Uint8ClampedArray.of(1, 2)],
    ['wider numbers of another realm', runInNewContext('Uint16Array.of(1, 2)')],
    ['a view', new DataView(new ArrayBuffer(2))],
    ['memory', new ArrayBuffer(2)],
    ['an object tagged as bytes', { length: 2, 0: 1, 1: 2, [Symbol.toStringTag]: 'Uint8Array' }],
    [
      'wider numbers tagged as bytes',
      Object.defineProperty(Uint16Array.of(1), Symbol.toStringTag, { value: 'Uint8Array' }),
    ],
    ['something that inherits from bytes', Object.create(Uint8Array.prototype)],
    ['a proxy of bytes', new Proxy(Uint8Array.of(1, 2), {})],
  ])('error: %s', (_, value) => {
    const malformed = new StamperError('MALFORMED', 'part', 'is not bytes');
    expect(() => requireBytes(value as Uint8Array, 'part')).toThrow(malformed);
    expect(() => concatBytes(Uint8Array.of(1), value as Uint8Array)).toThrow(malformed);
  });
});

describe('concatBytes', () => {
  test('default: as the platform joins them, in new memory', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (parts) => {
        const joined = concatBytes(...parts);
        expect(joined).toEqual(Uint8Array.from(Buffer.concat(parts)));
        expect(parts.some((part) => part.buffer === joined.buffer)).toBe(false);
      }),
    );
  });
});

describe('equalBytes', () => {
  test('default: as the platform compares them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3, max: 2 }), fc.uint8Array({ maxLength: 3, max: 2 }), (one, other) => {
        expect(equalBytes(one, other)).toBe(Buffer.compare(one, other) === 0);
        expect(equalBytes(one, Uint8Array.from(one))).toBe(true);
      }),
    );
  });

  test('behavior: a prefix is not equal', () => {
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false);
    expect(equalBytes(Uint8Array.of(), Uint8Array.of(0))).toBe(false);
  });
});
