import { describe, expect, test } from 'vitest';
import { RecentNames } from './recent-names.ts';

describe('RecentNames', () => {
  test('default: a name is known for a limited time after it was last added', () => {
    const names = new RecentNames<number>({ max: 3, forMs: 100 });
    expect(names.get('a', 0)).toBeUndefined();
    names.add('a', 1, 0);
    expect([names.get('a', 99), names.get('a', 100), names.get('b', 0)]).toEqual([1, undefined, undefined]);
    names.add('a', 2, 50);
    expect([names.get('a', 149), names.get('a', 150)]).toEqual([2, undefined]);
  });

  test('behavior: when full, the name that was added longest ago is forgotten', () => {
    const names = new RecentNames<true>({ max: 2, forMs: 100 });
    for (const name of ['a', 'b', 'a', 'c']) names.add(name, true, 0);
    expect(['a', 'b', 'c'].map((name) => names.get(name, 0))).toEqual([true, undefined, true]);
  });

  test('behavior: a deleted name is not known', () => {
    const names = new RecentNames<true>({ max: 2, forMs: 100 });
    names.add('a', true, 0);
    names.delete('a');
    expect(names.get('a', 0)).toBeUndefined();
  });
});
