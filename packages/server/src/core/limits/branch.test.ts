import { expect, test } from 'vitest';
import { Branch } from './branch.ts';

const mayBegin = ({ waiting }: { readonly waiting: number }) => waiting > 0;

/** Names of those who wait below a branch, as they are taken. */
function takeAll(branch: Branch<string>): string {
  const order: string[] = [];
  for (let next = branch.take(mayBegin); next; next = branch.take(mayBegin)) order.push(next);
  return order.join('');
}

function waiting(names: string): Branch<string> {
  const branch = new Branch<string>();
  for (const name of names) branch.part(name).add(name);
  return branch;
}

test('default: parts take turns', () => {
  expect(takeAll(waiting('aaaabbc'))).toBe('abcabaa');
});

test('behavior: rounds pass for whoever owes something', () => {
  const branch = waiting('aaabbbb');
  branch.part('a').owe(0.5);
  expect(takeAll(branch)).toBe('bbbabaa');
});

test('behavior: what all owe is paid together', () => {
  const branch = waiting('aabb');
  branch.part('a').owe(400);
  branch.part('b').owe(300);
  expect(takeAll(branch)).toBe('bbaa');
});

test('behavior: whoever leaves is not taken, and is forgotten', () => {
  const branch = waiting('abb');
  expect([branch.part('a').remove('a'), branch.part('a').remove('a')]).toEqual([true, false]);
  expect(takeAll(branch)).toBe('bb');
  expect(branch.waiting).toBe(0);
});

test('behavior: the round goes on among many newcomers, and those who came once are forgotten', () => {
  const branch = waiting('aaaaa');
  branch.take(mayBegin);
  const order: string[] = [];
  for (let index = 0; index < 10_000; index++) {
    branch.part(`${index}`).add(`${index}`);
    const next = branch.take(mayBegin) ?? '';
    order.push(next);
    branch.part(next).owe(1);
  }
  expect(order.filter((name) => name === 'a')).toHaveLength(4);
  expect(order.lastIndexOf('a')).toBeLessThan(500);
  expect(branch.parts.size).toBeLessThan(500);
});

test('behavior: a part that works is not forgotten', () => {
  const branch = waiting('');
  const part = branch.part('a');
  part.working++;
  part.owe(1);
  branch.forgive();
  expect(branch.part('a')).toBe(part);
  part.working--;
  part.forgetIfIdle();
  expect(branch.parts.size).toBe(0);
});

test('behavior: parts without work are forgotten when their turn comes, and all when they are forgiven', () => {
  const branch = waiting('abbb');
  branch.part('c').owe(0.25);
  branch.part('d').owe(100);
  expect(takeAll(branch)).toBe('abbb');
  expect([...branch.parts.keys()]).toEqual(['b', 'd']);
  branch.forgive();
  expect(branch.parts.size).toBe(0);
});
