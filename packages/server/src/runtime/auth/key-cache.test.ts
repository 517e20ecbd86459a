import { describe, expect, test } from 'vitest';
import { KeyCache } from './key-cache.ts';

describe('KeyCache', () => {
  test('default: makes each value once', async () => {
    let made = 0;
    const cache = new KeyCache<number>(2);
    const make = async () => ++made;
    expect(await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('b', make)])).toEqual([1, 1, 2]);
  });

  test('behavior: the least recently used value is evicted first', async () => {
    const cache = new KeyCache<string>(2);
    for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, async () => key);
    expect(await cache.get('a', async () => 'made again')).toBe('a');
    expect(await cache.get('b', async () => 'made again')).toBe('made again');
  });

  test('error: a failure is not cached', async () => {
    const cache = new KeyCache<string>(2);
    const fail = () => Promise.reject(new Error('no memory'));
    await expect(cache.get('a', fail)).rejects.toThrow('no memory');
    expect(await cache.get('a', async () => 'made')).toBe('made');
  });

  test('error: a failure does not remove a newer value', async () => {
    const cache = new KeyCache<string>(1);
    const { promise, reject } = Promise.withResolvers<string>();
    const failing = cache.get('a', () => promise);
    await cache.get('b', async () => 'b');
    await cache.get('a', async () => 'made');
    reject(new Error('no memory'));
    await expect(failing).rejects.toThrow('no memory');
    expect(await cache.get('a', async () => 'made again')).toBe('made');
  });
});
