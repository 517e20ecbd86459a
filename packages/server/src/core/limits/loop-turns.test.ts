import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Share } from '../model/share.ts';
import { LoopTurns } from './loop-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shareOf = (organizationId: string, source = organizationId): Share => ({
  ...{ tenantId: 'tenant', source, organizationId, credentialId: 'key' },
});

/** Items that take so many milliseconds each, and the order in which they are done. */
function watch() {
  const loop = new LoopTurns(60_000);
  const order: string[] = [];
  const work = (share: Share, count: number, ms: number) =>
    loop.map(share, Array<number>(count).fill(ms), (itemMs) => {
      vi.advanceTimersByTime(itemMs);
      return order.push(share.organizationId);
    });
  return { loop, order, work };
}

test('default: maps items in their order, at the same time if the loop is free', async () => {
  const { loop } = watch();
  const seen: number[] = [];
  const done = loop.map(shareOf('one'), [1, 2, 3], (item) => {
    seen.push(item);
    return item * 2;
  });
  expect(seen).toEqual([1, 2, 3]);
  expect(await done).toEqual([2, 4, 6]);
  expect(await loop.map(shareOf('one'), [], () => 1)).toEqual([]);
});

test('behavior: other requests have half of the time, whoever the work is for', async () => {
  const { order, work } = watch();
  const start = performance.now();
  const all = Promise.all(['a', 'a', 'b', 'c', 'd'].map((name) => work(shareOf(name), 10, 2)));
  while (order.length < 50) {
    const before = order.length;
    await vi.advanceTimersByTimeAsync(1);
    // A piece, and what was too short for a rest.
    expect(order.length - before).toBeLessThanOrEqual(4);
  }
  await all;
  expect(performance.now() - start).toBeGreaterThanOrEqual(2 * 100 - 10);
});

test('behavior: work with enough time in between does not rest', async () => {
  const { order, work } = watch();
  for (let index = 0; index < 50; index++) {
    void work(shareOf(`${index}`), 1, 1);
    expect(order).toHaveLength(index + 1);
    await vi.advanceTimersByTimeAsync(1);
  }
});

test('behavior: a hundred organizations of one source delay another by one piece at a time', async () => {
  const { order, work } = watch();
  const strangers = Array.from({ length: 100 }, (_, index) => work(shareOf(`stranger ${index}`, 'stranger'), 10, 5));
  await vi.advanceTimersByTimeAsync(100);
  for (let request = 0; request < 10; request++) {
    const before = order.length;
    let isDone = false;
    void work(shareOf('neighbour'), 1, 0.1).then(() => {
      isDone = true;
    });
    while (!isDone) await vi.advanceTimersByTimeAsync(1);
    expect(order.slice(before)[0]).toBe('neighbour');
  }
  await vi.advanceTimersByTimeAsync(20_000);
  await Promise.all(strangers);
});

test('behavior: those who wait have equal time', async () => {
  const { order, work } = watch();
  const strangers = Array.from({ length: 20 }, (_, index) => work(shareOf(`stranger ${index}`, 'stranger'), 10, 5));
  const neighbour = work(shareOf('neighbour'), 100, 5);
  await vi.advanceTimersByTimeAsync(10_000);
  await Promise.all([neighbour, ...strangers]);
  const ofStrangers = order.slice(0, order.lastIndexOf('neighbour')).filter((name) => name !== 'neighbour').length;
  expect(Math.abs(ofStrangers - 100)).toBeLessThanOrEqual(2);
});

test('error: an item throws, and others go on', async () => {
  const { loop } = watch();
  const fails = loop.map(shareOf('one'), [1, 2], () => {
    vi.advanceTimersByTime(10);
    throw new Error('broken');
  });
  await expect(fails).rejects.toThrow('broken');
  const next = loop.map(shareOf('one'), [1], (item) => item);
  await vi.advanceTimersByTimeAsync(10);
  expect(await next).toEqual([1]);
});
