import { expect, test } from 'vitest';
import { usagePerRequest } from './usage.ts';

test('default', () => {
  const before = new Map([
    ['WAL, bytes', 1000],
    ['rows inserted into tags', 5],
  ]);
  const after = new Map([
    ['WAL, bytes', 5000],
    ['rows inserted into tags', 9],
  ]);
  expect([...usagePerRequest(before, after, 4)]).toEqual([
    ['WAL, bytes', 1000],
    ['rows inserted into tags', 1],
  ]);
});

test('behavior: a figure that did not change is left out', () => {
  expect(usagePerRequest(new Map([['a', 3]]), new Map([['a', 3]]), 2).size).toBe(0);
});

test('behavior: an unknown figure stays unknown', () => {
  const unknown = new Map([['CPU of the service, ms', Number.NaN]]);
  expect([...usagePerRequest(unknown, unknown, 2)]).toEqual([['CPU of the service, ms', Number.NaN]]);
});
