import { expect, test } from 'vitest';
import { costRows } from './cost.ts';

const cost = new Map([
  ['CPU of the service, ms', 1.23456],
  ['WAL, bytes', 4321.6],
]);

test('default', () => {
  expect(costRows(cost, undefined)).toEqual([
    ['', 'each'],
    ['CPU of the service, ms', '1.235'],
    ['WAL, bytes', '4,322'],
  ]);
});

test('behavior: beside another clone, which may have other tables', () => {
  const before = new Map([
    ['WAL, bytes', 5000],
    ['rows inserted into tags', 1],
  ]);
  expect(costRows(cost, before)).toEqual([
    ['', 'each', 'before', 'ratio'],
    ['CPU of the service, ms', '1.235', '0', '–'],
    ['WAL, bytes', '4,322', '5,000', '0.864'],
    ['rows inserted into tags', '0', '1', '0.000'],
  ]);
});

test('behavior: an unknown figure', () => {
  const unknown = new Map([['CPU of the service, ms', Number.NaN]]);
  expect(costRows(unknown, unknown)[1]).toEqual(['CPU of the service, ms', 'unknown', 'unknown', '–']);
});
