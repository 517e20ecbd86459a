import { describe, expect, test } from 'vitest';
import { RecentNames } from './recent-names.ts';

describe('RecentNames', () => {
  test('default: a name is known for a while after it was named last', () => {
    const names = new RecentNames({ most: 3, forMs: 100 });
    expect(names.has('a', 0)).toBe(false);
    names.add('a', 0);
    expect([names.has('a', 99), names.has('a', 100), names.has('b', 0)]).toEqual([true, false, false]);
    names.add('a', 50);
    expect([names.has('a', 149), names.has('a', 150)]).toEqual([true, false]);
  });

  test('behavior: of too many the one that was named longest ago is forgotten', () => {
    const names = new RecentNames({ most: 2, forMs: 100 });
    for (const name of ['a', 'b', 'a', 'c']) names.add(name, 0);
    expect(['a', 'b', 'c'].map((name) => names.has(name, 0))).toEqual([true, false, true]);
  });
});
