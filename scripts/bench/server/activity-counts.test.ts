import { expect, test } from 'vitest';
import { readActivityCounts } from './activity-counts.ts';

test('default', () => {
  expect([undefined, ''].map(readActivityCounts)).toEqual([
    [10_000, 1_000_000],
    [10_000, 1_000_000],
  ]);
});

test('behavior: in ascending order, each once', () => {
  expect(readActivityCounts('10000000, 10000,10000')).toEqual([10_000, 10_000_000]);
});

test.each(['many', '10,', '0', '-5', '1.5', '1_000', '10 20', '10000000000'])('error: %s', (text) => {
  expect(() => readActivityCounts(text)).toThrow(`such as 10000,1000000, not ${text}`);
});
