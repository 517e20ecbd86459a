import { expect, test } from 'vitest';
import { isEqualJson } from './is-equal-json.ts';

test.each([
  [1, 1],
  [null, null],
  [[], []],
  [
    { a: [1, { b: null }], c: 'd' },
    { c: 'd', a: [1, { b: null }] },
  ],
])('default: %j and %j', (one, other) => {
  expect(isEqualJson(one, other)).toBe(true);
});

test.each([
  [1, '1'],
  [null, {}],
  [[], {}],
  [{ a: [] }, { a: {} }],
  [['a'], { 0: 'a' }],
  [
    [1, 2],
    [2, 1],
  ],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: undefined }, { b: 1 }],
  [{ toString: {}.toString }, { b: 1 }],
])('behavior: not %j and %j', (one, other) => {
  expect(isEqualJson(one, other)).toBe(false);
  expect(isEqualJson(other, one)).toBe(false);
});
