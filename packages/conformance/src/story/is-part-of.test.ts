import { expect, test } from 'vitest';
import { isPartOf } from './is-part-of.ts';

test.each<[part: unknown, whole: unknown]>([
  [1, 1],
  [{}, { a: 1 }],
  [{ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 }],
  [[], [1]],
  [[{ a: 2 }], [{ a: 1 }, { a: 2, b: 3 }]],
])('default: %j is part of %j', (part, whole) => {
  expect(isPartOf(part, whole)).toBe(true);
});

test.each<[part: unknown, whole: unknown]>([
  [1, '1'],
  [{ a: 1 }, {}],
  [{ a: undefined }, {}],
  [{ toString: 1 }, {}],
  [{ a: { b: 1 } }, { a: { b: 2 } }],
  [[1], []],
  [[{ a: 2 }], [{ a: 1 }]],
  [[1], { 0: 1 }],
  [{}, null],
  [null, {}],
])('behavior: %j is not part of %j', (part, whole) => {
  expect(isPartOf(part, whole)).toBe(false);
});
