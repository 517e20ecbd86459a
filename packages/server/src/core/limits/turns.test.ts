import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Share } from '../model/share.ts';
import { Turns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = (inAll = 100) => new Turns({ inAll, ofSource: 2, longestWaitMs: 2_500 });

/** A top-level organization with its credential. */
const shareOf = (id: string, credentialId = 'key'): Share => ({
  tenantId: id,
  source: id,
  organizationId: id,
  credentialId,
});

/** Work that ends when the test says so. */
function work(turns: Turns, organizationId: string, credentialId = 'key') {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const state = { hasBegun: false };
  const done = turns.run(shareOf(organizationId, credentialId), () => {
    state.hasBegun = true;
    return promise;
  });
  const told = done.catch((error: Error & { code?: string }) => error.code ?? error.message);
  return { state, told, end: () => resolve('done'), fail: () => reject(new Error('failed')) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('default: two of an organization run at the same time, the others wait in order', async () => {
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

test('behavior: the work of two organizations leaves a place for a third', async () => {
  const turns = start(5);
  const busy = ['one', 'two'].flatMap((name) => Array.from({ length: 50 }, () => work(turns, name)));
  expect(busy.filter(({ state }) => state.hasBegun)).toHaveLength(4);
  expect(work(turns, 'three').state.hasBegun).toBe(true);
});

test('behavior: eight organizations that fill all places do not starve a ninth: it has the next turn', async () => {
  const turns = start(5);
  const busy = Array.from({ length: 400 }, (_, index) => work(turns, `busy ${index % 8}`));
  const hasBegun = () => busy.filter(({ state }) => state.hasBegun).length;
  // All eight organizations had turns already.
  for (const { end } of busy.slice(0, 16)) {
    end();
    await settle();
  }
  expect(hasBegun()).toBe(21);
  const ninth = work(turns, 'ninth');
  busy[16]?.end();
  await settle();
  expect([ninth.state.hasBegun, hasBegun()]).toEqual([true, 21]);
});

/** The order in which work begins, where one piece runs at a time. */
async function orderOf(turns: Turns, names: readonly string[], then: (name: string) => readonly string[] = () => []) {
  const order: string[] = [];
  const run = (name: string): Promise<unknown> =>
    turns.run(shareOf(name), async () => {
      order.push(name);
      for (const next of then(name)) void run(next);
    });
  await Promise.all(names.map(run));
  return order;
}

test('behavior: organizations take turns', async () => {
  const names = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'c'];
  expect(await orderOf(start(1), names)).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a', 'b']);
});

test('behavior: organizations that return again and again do not starve one that waits', async () => {
  let times = 0;
  const again = (name: string) => (name === 'a' || ++times > 20 ? [] : [name]);
  const order = await orderOf(start(1), ['b', 'c', 'a', 'a', 'a'], again);
  expect(order.slice(0, 10).join('')).toBe('bbcabcabca');
});

test('behavior: an organization at its limit does not hold up those behind it', async () => {
  const turns = start(3);
  const one = Array.from({ length: 4 }, () => work(turns, 'one'));
  const two = Array.from({ length: 2 }, () => work(turns, 'two'));
  expect(two.map(({ state }) => state.hasBegun)).toEqual([true, false]);
  two[0]?.end();
  await settle();
  expect(two[1]?.state.hasBegun).toBe(true);
  expect(one.map(({ state }) => state.hasBegun)).toEqual([true, true, false, false]);
});

test('behavior: the limit of an organization also applies to one that had to wait', async () => {
  const turns = start(3);
  const busy = ['one', 'one', 'two'].map((name) => work(turns, name));
  const late = Array.from({ length: 3 }, () => work(turns, 'late'));
  for (const { end } of busy) end();
  await settle();
  const later = work(turns, 'late');
  expect([...late, later].map(({ state }) => state.hasBegun)).toEqual([true, true, false, false]);
});

test('behavior: two kinds of work share places, and each leaves some to the other', async () => {
  const within = start(4);
  const [some, others] = [3, 3].map((inAll) => new Turns({ inAll, ofSource: 2, longestWaitMs: 2_500, within })) as [
    Turns,
    Turns,
  ];
  const many = Array.from({ length: 10 }, (_, index) => work(some, `one ${index}`));
  await settle();
  expect(many.filter(({ state }) => state.hasBegun)).toHaveLength(3);
  const more = Array.from({ length: 3 }, (_, index) => work(others, `two ${index}`));
  await settle();
  expect(more.map(({ state }) => state.hasBegun)).toEqual([true, false, false]);
  many[0]?.end();
  await settle();
  expect(more.map(({ state }) => state.hasBegun)).toEqual([true, true, false]);
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

test('behavior: a credential that fills the line gives way to others', async () => {
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

test('error: TIMEOUT, and its place in the line is free again', async () => {
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

test('error: TIMEOUT of all waiting work of an organization', async () => {
  const turns = start(1);
  const busy = work(turns, 'one');
  const late = work(turns, 'two');
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await late.told).toBe('TIMEOUT');
  const next = work(turns, 'two');
  busy.end();
  await settle();
  expect(next.state.hasBegun).toBe(true);
});

test('error: OVERLOADED', async () => {
  const turns = start();
  const all = Array.from({ length: 203 }, () => work(turns, 'one'));
  expect(await all[202]?.told).toBe('OVERLOADED');
  for (const { end } of all) end();
  expect(await Promise.all(all.slice(0, 202).map(({ told }) => told))).toEqual(Array(202).fill('done'));
});

test('error: aborted, and its place in the line is free again', async () => {
  const turns = start();
  const [first, , third] = Array.from({ length: 201 }, () => work(turns, 'one'));
  const controller = new AbortController();
  const last = turns.run(shareOf('one'), async () => 'done', controller.signal);
  expect(await work(turns, 'one').told).toBe('OVERLOADED');
  controller.abort(new Error('disconnected'));
  await expect(last).rejects.toThrow('disconnected');
  const later = work(turns, 'one');
  first?.end();
  await settle();
  expect([third?.state.hasBegun, later.state.hasBegun]).toEqual([true, false]);
});
