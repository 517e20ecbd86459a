import { expect, test } from 'vitest';
import { pauseAfter } from './workers.ts';

test('default: no pause after one failure, then twice as long each time, up to ten seconds', () => {
  expect([0, 1, 2, 3, 4, 8, 9, 1_000].map(pauseAfter)).toEqual([0, 0, 100, 200, 400, 6_400, 10_000, 10_000]);
});
