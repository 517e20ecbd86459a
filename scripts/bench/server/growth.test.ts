import { expect, test } from 'vitest';
import { growthRows } from './growth.ts';

const times = (page: number, lookUp: number, submit: number) => ({
  page: [page, page, 99],
  'look-up': [lookUp],
  submit: [submit],
});

test('default', () => {
  const rows = growthRows([
    { count: 10_000, bytes: 2 ** 29, times: times(8, 2, 5), searched: { ms: 12.4, status: 200 } },
    { count: 1_000_000, bytes: 2 ** 31, times: times(10, 2, 6), searched: { ms: 2001, status: 503 } },
  ]);
  expect(rows).toEqual([
    ['activities', 'GiB', 'page ms', 'ratio', 'look-up ms', 'ratio', 'submit ms', 'ratio', 'search ms'],
    ['10,000', '0.50', '8.00', '1.00', '2.00', '1.00', '5.00', '1.00', '12 (200)'],
    ['1,000,000', '2.00', '10.00', '1.25', '2.00', '1.00', '6.00', '1.20', '2001 (503)'],
  ]);
});
