import { describe, expect, test } from 'vitest';
import { percentile, slope, table } from './figures.ts';

describe('percentile', () => {
  test('default', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0.5, 0.99, 1].map((share) => percentile(values, share))).toEqual([50, 99, 100]);
  });

  test('behavior: with few values a high percentile is the largest value', () => {
    expect(percentile([3, 1, 2], 0.99)).toBe(3);
    expect(percentile([7], 0.5)).toBe(7);
  });

  test('behavior: no values have no percentile', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('slope', () => {
  test('default', () => {
    expect(
      slope([
        [0, 10],
        [1, 12],
        [2, 14],
      ]),
    ).toBe(2);
  });

  test('behavior: values that go up and down do not grow', () => {
    expect(
      slope([
        [0, 10],
        [1, 20],
        [2, 10],
      ]),
    ).toBe(0);
  });

  test('behavior: one point or none has no slope', () => {
    expect([slope([[1, 5]]), slope([])]).toEqual([0, 0]);
  });
});

test('default: in a table the first column is left-aligned, the others right-aligned', () => {
  const rows = [
    ['flood', 'p99'],
    ['large lists', '7.1'],
    ['small', '1000.0'],
  ];
  expect(table(rows)).toBe('  flood           p99\n  large lists     7.1\n  small        1000.0');
});
