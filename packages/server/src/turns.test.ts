import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Turns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => new Turns({ atOnce: 2, longestWaitMs: 2_500 });

/** Work that ends when it is told to. */
function work(turns: Turns, organizationId: string, credentialId = 'key') {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { hasBegun: false };
  const done = turns.run(organizationId, credentialId, () => {
    state.hasBegun = true;
    return promise;
  });
  const told = done.catch((error: Error & { code?: string }) => error.code ?? error.message);
  return { state, told, end: () => resolve('done'), fail: () => reject(new Error('failed')) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('default: two of an organization at once, the others in their order', async () => {
  const turns = start();
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
  const turns = start();
  for (let busy = 0; busy < 5; busy++) work(turns, 'one');
  expect(work(turns, 'two').state.hasBegun).toBe(true);
});

test('behavior: credentials take turns, however many wait for one of them', async () => {
  const turns = start();
  const busy = Array.from({ length: 50 }, () => work(turns, 'one', 'busy'));
  const [first, second] = [work(turns, 'one', 'first'), work(turns, 'one', 'second')];
  for (const { end } of busy.slice(0, 3)) {
    end();
    await settle();
  }
  expect([first.state.hasBegun, second.state.hasBegun]).toEqual([true, true]);
  expect(busy.filter(({ state }) => state.hasBegun)).toHaveLength(3);
});

test('behavior: who fills the line gives way to others', async () => {
  const turns = start();
  const busy = Array.from({ length: 202 }, () => work(turns, 'one', 'busy'));
  const other = work(turns, 'one', 'other');
  expect(await busy[201]?.told).toBe('OVERLOADED');
  expect(await work(turns, 'one', 'busy').told).toBe('OVERLOADED');
  busy[0]?.end();
  busy[1]?.end();
  await settle();
  expect(other.state.hasBegun).toBe(true);
});

test('error: TIMEOUT, and its place is not taken by anybody', async () => {
  const turns = start();
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
  const turns = start();
  const all = Array.from({ length: 203 }, () => work(turns, 'one'));
  expect(await all[202]?.told).toBe('OVERLOADED');
  for (const { end } of all) end();
  expect(await Promise.all(all.slice(0, 202).map(({ told }) => told))).toEqual(Array(202).fill('done'));
});
