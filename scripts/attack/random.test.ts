import { expect, test } from 'vitest';
import { createRandom, pick } from './random.ts';

const numbers = (seed: number, limit: number) => {
  const random = createRandom(seed);
  return Array.from({ length: 1000 }, () => random(limit));
};

test('default: the same seed gives the same numbers, another seed other numbers', () => {
  expect(numbers(1, 1000)).toEqual(numbers(1, 1000));
  expect(numbers(1, 1000)).not.toEqual(numbers(2, 1000));
});

test.each([0, 1, 2])('behavior: seed %i gives every number below the limit', (seed) => {
  expect(new Set(numbers(seed, 7))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6]));
});

test('default: pick', () => {
  const random = createRandom(1);
  const picked = Array.from({ length: 100 }, () => pick(random, ['a', 'b']));
  expect(new Set(picked)).toEqual(new Set(['a', 'b']));
});

test('error: pick from an empty list', () => {
  expect(() => pick(createRandom(1), [])).toThrow('cannot pick from an empty list');
});
