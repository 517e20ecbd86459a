import { expect, test } from 'vitest';
import { hardened, parsePath } from './path.ts';

test('default', () => {
  expect(parsePath("m/44'/60'/0'/0/7")).toEqual([hardened + 44, hardened + 60, hardened, 0, 7]);
  expect(parsePath('m/0')).toEqual([0]);
  expect(parsePath("m/2147483647/2147483647'")).toEqual([0x7fffffff, 0xffffffff]);
  expect(parsePath(`m${'/1'.repeat(255)}`)).toHaveLength(255);
});

test.each([
  '',
  'm',
  'm/',
  'M/0',
  '44/60',
  '/0',
  'm/00',
  'm/01',
  'm/-1',
  'm/+1',
  'm/1e3',
  'm/0x1',
  'm/0h',
  'm/0H',
  "m/0''",
  "m/'",
  'm//0',
  'm/0/',
  'm/ 0',
  ' m/0',
  'm/0\n',
  'm/*',
  'm/٣',
  'm/0’',
  'm/2147483648',
  "m/2147483648'",
  'm/4294967296',
  'm/9999999999',
  'm/10000000000',
  `m${'/0'.repeat(256)}`,
])('error: %j is not a path', (path) => {
  expect(parsePath(path)).toBeUndefined();
});
