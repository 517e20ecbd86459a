import { expect, test } from 'vitest';
import { PolicyTurns } from './policy-turns.ts';

/** Works for some milliseconds. */
function work(ms: number): number {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return ms;
}

test('default: items are mapped in their order', async () => {
  expect(await new PolicyTurns().map([1, 2, 3], (one) => one * 2)).toEqual([2, 4, 6]);
  expect(await new PolicyTurns().map([], () => 1)).toEqual([]);
});

test('behavior: several requests take turns, and other work gets one after each', async () => {
  const turns = new PolicyTurns();
  const done: string[] = [];
  let isOver = false;
  const others = () => {
    done.push('others');
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const request = (name: string) => turns.map([6, 6, 6], (ms) => done.push(`${name} ${work(ms)}`));
  await Promise.all([request('one'), request('two'), request('three')]);
  isOver = true;
  const mapped = done.filter((what) => what !== 'others');
  expect(mapped).toHaveLength(9);
  // The first one begins, and is the first to wait again.
  expect(mapped.slice(0, 4)).toEqual(['one 6', 'one 6', 'two 6', 'three 6']);
  // Never two in a row without other work, however many requests there are.
  expect(done.some((what, at) => what !== 'others' && done[at + 1] !== 'others' && at + 1 < done.length)).toBe(false);
});

test('error: what fails is told, and the others go on', async () => {
  const turns = new PolicyTurns();
  const failing = turns.map([1], () => {
    throw new Error('wrong');
  });
  const other = turns.map([1, 2], (one) => one);
  await expect(failing).rejects.toThrow('wrong');
  expect(await other).toEqual([1, 2]);
  expect(await turns.map([3], (one) => one)).toEqual([3]);
});
