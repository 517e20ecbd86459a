import { expect, test } from 'vitest';
import { Fresh } from './fresh.ts';

function start(max = 10) {
  const time = { now: 0 };
  const reads: PromiseWithResolvers<string>[] = [];
  const fresh = new Fresh<string>({ lifetimeMs: 100, max, now: () => time.now });
  const get = (key = 'key') =>
    fresh.get(key, () => {
      const read = Promise.withResolvers<string>();
      reads.push(read);
      return read.promise;
    });
  return { time, reads, get };
}

test('default: is read again when it is too old', async () => {
  const { time, reads, get } = start();
  const first = get();
  reads[0]?.resolve('one');
  expect(await first).toBe('one');
  time.now = 99;
  expect(await get()).toBe('one');
  time.now = 100;
  const second = get();
  reads[1]?.resolve('two');
  expect(await second).toBe('two');
});

test('behavior: is read once for all who ask, however long it takes', async () => {
  const { time, reads, get } = start();
  const first = get();
  time.now = 10_000;
  const second = get();
  expect(reads).toHaveLength(1);
  reads[0]?.resolve('one');
  expect(await Promise.all([first, second])).toEqual(['one', 'one']);
  // Its lifetime begins when it was read.
  time.now = 10_099;
  expect(await get()).toBe('one');
});

test('behavior: a failure is told to all who wait, and not kept', async () => {
  const { reads, get } = start();
  const asked = [get(), get()];
  reads[0]?.reject(new Error('away'));
  for (const one of asked) await expect(one).rejects.toThrow('away');
  const again = get();
  reads[1]?.resolve('one');
  expect(await again).toBe('one');
});

test('behavior: keeps no more than its limit', async () => {
  const { reads, get } = start(2);
  for (const key of ['one', 'two', 'three']) {
    const value = get(key);
    reads.at(-1)?.resolve(key);
    await value;
  }
  await get('three');
  expect(reads).toHaveLength(3);
  get('one');
  expect(reads).toHaveLength(4);
});
