import { describe, expect, test } from 'vitest';
import { fractionText, netYield, yearlyYield } from './vault-yield.ts';

const day = 24 * 3_600_000;
const then = new Date('2026-03-01T00:00:00Z');
const after = (ms: number) => new Date(then.getTime() + ms);
const yieldOf = (before: bigint, now: bigint, ms: number) =>
  yearlyYield({ price: now, readAt: after(ms) }, { price: before, sampledAt: then });

describe('the yield of a year', () => {
  test('default: what a year brought', () => {
    expect(yieldOf(10n ** 18n, 1_081_200_000_000_000_000n, 365 * day)).toBeCloseTo(0.0812, 12);
  });

  test('default: a day is taken for all days, with interest on interest', () => {
    // 1.0001 to the power of 365
    expect(yieldOf(10n ** 18n, 1_000_100_000_000_000_000n, day)).toBeCloseTo(0.037172, 6);
  });

  test('args: a loss', () => {
    expect(yieldOf(10n ** 18n, 9n * 10n ** 17n, 365 * day)).toBeCloseTo(-0.1, 12);
  });

  test('args: nothing is left', () => {
    expect(yieldOf(10n ** 18n, 0n, 365 * day)).toBe(-1);
  });

  test('args: too short, without a sample, or with a price of zero', () => {
    expect(yieldOf(10n ** 18n, 2n * 10n ** 18n, 3_599_000)).toBeUndefined();
    expect(yearlyYield({ price: 1n, readAt: then }, undefined)).toBeUndefined();
    expect(yieldOf(0n, 1n, day)).toBeUndefined();
  });
});

test('default: fees are a part of gains only', () => {
  expect(netYield(0.0812, 1000)).toBeCloseTo(0.07308, 12);
  expect(netYield(-0.01, 1000)).toBe(-0.01);
});

test.each([
  [0.0812, '0.0812'],
  [0.07308, '0.07308'],
  [0, '0'],
  [1, '1'],
  [10, '10'],
  [-0.1, '-0.1'],
  [-0.000_000_01, '0'],
  [0.123_456_78, '0.123457'],
])('default: %d is written as %s', (fraction, text) => {
  expect(fractionText(fraction)).toBe(text);
});
