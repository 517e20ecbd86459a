import { expect, test } from 'vitest';
import { toldBy } from './told-by.ts';

const secret = 'the secret';

test.each<[string, unknown]>([
  ['its message', new Error(secret)],
  ['its members', Object.assign(new Error('a'), { request: { stamp: secret } })],
  ['its stack', Object.assign(new Error('a'), { stack: secret })],
  ['a cause', new Error('a', { cause: new Error(secret) })],
  ['a deep cause', new Error('a', { cause: new Error('b', { cause: new Error('c', { cause: secret }) }) })],
  ['members of a deep cause', new Error('a', { cause: new Error('b', { cause: { headers: { stamp: secret } } }) })],
  [
    'one of several',
    new Error('a', { cause: new AggregateError([new Error('b', { cause: new Error(secret) })], 'c') }),
  ],
])('default: %s', (_, error) => {
  expect(toldBy(error)).toContain(secret);
});

test('behavior: a circular cause, null, undefined', () => {
  const error = new Error('a');
  error.cause = new Error('b', { cause: error });
  expect(toldBy(error)).toContain('b');
  expect(toldBy(new Error('a', { cause: null }))).toContain('a');
  expect(toldBy(undefined)).toBe('');
});
