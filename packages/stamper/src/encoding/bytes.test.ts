import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concatBytes, equalBytes } from './bytes.ts';

describe('concatBytes', () => {
  test('default: as the platform joins them, in memory of its own', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array()), (parts) => {
        const joined = concatBytes(...parts);
        expect(joined).toEqual(Uint8Array.from(Buffer.concat(parts)));
        expect(parts.some((part) => part.buffer === joined.buffer)).toBe(false);
      }),
    );
  });
});

describe('concatBytes of what are no bytes', () => {
  test.each(['text', [1, 2], { length: 2 }])('error: %j', (value) => {
    expect(() => concatBytes(Uint8Array.of(1), value as unknown as Uint8Array)).toThrow('part is not bytes');
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

  test('behavior: the beginning of something is not the same', () => {
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 2))).toBe(false);
    expect(equalBytes(Uint8Array.of(), Uint8Array.of(0))).toBe(false);
  });
});
