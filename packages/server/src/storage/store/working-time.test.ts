import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { measuringLateness } from '../../../test/measuring-lateness.ts';
import { WorkingTime } from './working-time.ts';

let measuring: Disposable;
beforeAll(() => {
  measuring = measuringLateness();
});
afterAll(() => measuring[Symbol.dispose]());

/** Keeps the event loop busy. */
function work(ms: number): void {
  const start = performance.now();
  while (performance.now() - start < ms);
}

test('default', async () => {
  const callback = vi.fn();
  using time = new WorkingTime(20).onOver(callback);
  expect(callback).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce());
  expect(time.leftMs).toBeLessThanOrEqual(0);
});

test('behavior: it does not end before its time', async () => {
  const start = performance.now();
  const ended = Promise.withResolvers<number>();
  using _ = new WorkingTime(50).onOver(() => ended.resolve(performance.now() - start));
  // Timers may be a millisecond early.
  expect(await ended.promise).toBeGreaterThan(48);
});

test('behavior: time does not pass while the event loop is late', async () => {
  const callback = vi.fn();
  using time = new WorkingTime(1_000).onOver(callback);
  work(1_500);
  expect(time.leftMs).toBeGreaterThan(500);
  await setTimeout(0);
  expect(callback).not.toHaveBeenCalled();
});

test('behavior: it ends after four times the limit at the latest', async () => {
  const callback = vi.fn();
  using _ = new WorkingTime(50).onOver(callback);
  work(250);
  await setTimeout(0);
  await setTimeout(0);
  expect(callback).toHaveBeenCalledOnce();
});

test('behavior: nothing is called after it was disposed of', async () => {
  const callback = vi.fn();
  const time = new WorkingTime(10).onOver(callback);
  time[Symbol.dispose]();
  time[Symbol.dispose]();
  await setTimeout(30);
  expect(callback).not.toHaveBeenCalled();
});
