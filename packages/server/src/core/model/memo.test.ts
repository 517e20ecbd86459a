import { expect, test } from 'vitest';
import { Memo, MemoSlot } from './memo.ts';

const numbers = new MemoSlot<number>();
const others = new MemoSlot<number>();

test('default: a value is computed once for each slot and name', () => {
  const memo = new Memo();
  let computed = 0;
  const next = () => ++computed;
  expect([memo.once(numbers, 'a', next), memo.once(numbers, 'a', next)]).toEqual([1, 1]);
  expect([memo.once(numbers, 'b', next), memo.once(others, 'a', next)]).toEqual([2, 3]);
});

test('behavior: an error is remembered, too', () => {
  const memo = new Memo();
  const fail = () => {
    throw new Error('first');
  };
  expect(() => memo.once(numbers, 'a', fail)).toThrow('first');
  expect(() => memo.once(numbers, 'a', () => 1)).toThrow('first');
});

test('behavior: memos share nothing', () => {
  expect([new Memo().once(numbers, 'a', () => 1), new Memo().once(numbers, 'a', () => 2)]).toEqual([1, 2]);
});
