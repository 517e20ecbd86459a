import { expect, test } from 'vitest';
import { readCount } from './overload.ts';

test('default', () => {
  expect([undefined, '', '0', '40'].map(readCount)).toEqual([12, 12, 0, 40]);
});

test.each(['many', '-1', '1.5', '1000', ' 3'])('error: %s', (text) => {
  expect(() => readCount(text)).toThrow(`from 0 to 999, not ${text}`);
});
