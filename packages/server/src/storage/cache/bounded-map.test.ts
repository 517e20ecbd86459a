import { describe, expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

const kept = (map: BoundedMap<number>, keys: string) => [...keys].filter((key) => map.get(key) !== undefined).join('');

describe('BoundedMap', () => {
  test('default: keeps what was set', () => {
    const map = new BoundedMap<number>(2);
    map.set('a', 1);
    map.set('a', 2);
    map.set('b', 3);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([2, 3, undefined]);
  });

  test('behavior: of too many, the one that was set longest ago is removed', () => {
    const map = new BoundedMap<number>(3);
    for (const [index, key] of [...'abcade'].entries()) map.set(key, index);
    expect(kept(map, 'abcde')).toBe('ade');
  });

  test('behavior: to get an entry does not make it newer', () => {
    const map = new BoundedMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.get('a');
    map.set('c', 3);
    expect(kept(map, 'abc')).toBe('bc');
  });

  test('behavior: a deleted entry makes room', () => {
    const map = new BoundedMap<number>(2);
    map.set('a', 1);
    map.set('b', 2);
    map.delete('a');
    map.set('c', 3);
    expect(kept(map, 'abc')).toBe('bc');
  });
});
