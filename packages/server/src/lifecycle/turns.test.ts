import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work that ends when it is told to. */
function work(turns: Turns, organizationId: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { hasBegun: false };
  const done = turns.run(organizationId, () => {
    state.hasBegun = true;
    return promise;
  });
  const told = done.catch((error: Error & { code?: string }) => error.code ?? error.message);
  return { state, told, end: () => resolve('done'), fail: () => reject(new Error('failed')) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('default: two of an organization at once, the others in their order', async () => {
  const turns = new Turns(2_500);
  const all = Array.from({ length: 4 }, () => work(turns, 'one'));
  const begun = () => all.map(({ state }) => state.hasBegun);
  expect(begun()).toEqual([true, true, false, false]);
  all[1]?.end();
  await settle();
  expect(begun()).toEqual([true, true, true, false]);
  all[0]?.fail();
  await settle();
  expect(begun()).toEqual([true, true, true, true]);
  for (const { end } of all) end();
  expect(await Promise.all(all.map(({ told }) => told))).toEqual(['failed', 'done', 'done', 'done']);
});

test('behavior: other organizations do not wait', async () => {
  const turns = new Turns(2_500);
  for (let busy = 0; busy < 5; busy++) work(turns, 'one');
  expect(work(turns, 'two').state.hasBegun).toBe(true);
});

test('error: TIMEOUT, and its place is not taken by anybody', async () => {
  const turns = new Turns(2_500);
  const [first, second, third, fourth] = Array.from({ length: 4 }, () => work(turns, 'one'));
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await Promise.all([third?.told, fourth?.told])).toEqual(['TIMEOUT', 'TIMEOUT']);
  const later = work(turns, 'one');
  first?.end();
  await settle();
  expect(later.state.hasBegun).toBe(true);
  second?.end();
  later.end();
  expect(await later.told).toBe('done');
  expect([third?.state.hasBegun, fourth?.state.hasBegun]).toEqual([false, false]);
});

test('error: OVERLOADED', async () => {
  const turns = new Turns(2_500);
  const all = Array.from({ length: 203 }, () => work(turns, 'one'));
  expect(await all[202]?.told).toBe('OVERLOADED');
  for (const { end } of all) end();
  expect(await Promise.all(all.slice(0, 202).map(({ told }) => told))).toEqual(Array(202).fill('done'));
});
