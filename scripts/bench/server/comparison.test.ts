import { expect, test } from 'vitest';
import { comparisonHead, comparisonRow } from './comparison.ts';

const exchange = (ms: number) => ({ ms, status: 200, body: '' });

test('default: the ratio is the median of those of the runs, each of which is the median of its rounds', () => {
  const runs = [
    [
      [1000, 500],
      [1000, 520],
      [2000, 100],
    ],
    [
      [1000, 300],
      [1000, 310],
      [1000, 600],
    ],
    [
      [1000, 900],
      [1000, 900],
      [1000, 990],
    ],
  ] as const;
  const exchanges = Array.from({ length: 100 }, (_, index) => exchange(index + 1));
  const lines = [comparisonHead('server'), comparisonRow({ title: 'whoami', runs, exchanges })];
  expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
    ['server', 'ratio', 'each/s', 'bare/s', 'p50 ms', 'p99 ms', 'p99/p50', 'ratio of each run'],
    ['whoami', '0.50', '520', '1000', '50.0', '99.0', '2.0', '0.50 0.31 0.90'],
  ]);
});
