import { expect, test } from 'vitest';
import { profileTables } from './profile.ts';

const time = (name: string, self: number, inclusive: number) => ({ name, place: 'app.ts:1', self, inclusive });

test('default: shares of the busy time, microseconds for each request, and the dearest functions first', () => {
  const spent = {
    busy: 2000,
    kinds: new Map([
      ['our own code', 1500],
      ['garbage collection', 500],
    ]),
    own: [time('answer', 200, 1500), time('parse', 1300, 1300), time('start', 0, 0)],
    others: [{ ...time('(garbage collector)', 500, 500), place: '' }, time('listen', 0, 1500)],
  };
  const [kinds, bySelf, byInclusive, others] = profileTables(spent, 10, 300);
  expect(kinds).toEqual([
    ['busy time', 'share', 'µs a request'],
    ['our own code', '75.0 %', '150.0'],
    ['garbage collection', '25.0 %', '50.0'],
    ['all of the first thread', '100.0 %', '200.0'],
    ['other threads', '', '30.0'],
  ]);
  expect(bySelf?.slice(1)).toEqual([
    ['parse  app.ts:1', '65.0 %', '65.0 %', '130.0', '130.0'],
    ['answer  app.ts:1', '10.0 %', '75.0 %', '20.0', '150.0'],
  ]);
  expect(byInclusive?.slice(1).map(([name]) => name)).toEqual(['answer  app.ts:1', 'parse  app.ts:1']);
  expect(others?.slice(1)).toEqual([['(garbage collector)', '25.0 %', '25.0 %', '50.0', '50.0']]);
});
