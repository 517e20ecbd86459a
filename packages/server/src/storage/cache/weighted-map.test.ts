import { expect, test } from 'vitest';
import { WeightedMap } from './weighted-map.ts';

test('default: keeps entries up to its weight, and removes those that were set longest ago', () => {
  const map = new WeightedMap<string>(10);
  map.set('a', 'A', 4);
  map.set('b', 'B', 4);
  map.set('a', 'A again', 4);
  map.set('c', 'C', 4);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual(['A again', undefined, 'C']);
});

test('behavior: an entry that is too heavy alone is not kept, and the next ones are', () => {
  const map = new WeightedMap<string>(10);
  map.set('a', 'A', 11);
  map.set('b', 'B', 10);
  expect(['a', 'b'].map((key) => map.get(key))).toEqual([undefined, 'B']);
});
