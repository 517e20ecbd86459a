import { expect, test } from 'vitest';
import { factsOf, isData, submissionOf, typesOf } from './activity-facts.ts';

test('default: lists nested values with the way to each, lists from 1', () => {
  const { facts, isCut } = factsOf({
    userName: 'Ada',
    keys: [{ name: 'laptop', isOn: false }, { name: 'phone' }],
    note: '',
    tags: [],
    other: null,
  });
  expect(facts).toEqual([
    { path: ['userName'], value: 'Ada' },
    { path: ['keys', 1, 'name'], value: 'laptop' },
    { path: ['keys', 1, 'isOn'], value: 'no' },
    { path: ['keys', 2, 'name'], value: 'phone' },
    { path: ['note'], value: '' },
    { path: ['tags'], value: '' },
  ]);
  expect(isCut).toBe(false);
});

test('behavior: a request without parameters has no values', () => {
  expect(factsOf({}).facts).toEqual([]);
});

test('behavior: a long request is cut, and says so', () => {
  const { facts, isCut } = factsOf({ ids: Array.from({ length: 300 }, (_, index) => index) });
  expect(facts).toHaveLength(200);
  expect(isCut).toBe(true);
});

test('behavior: a deep request becomes JSON at its end', () => {
  let deep: unknown = 'x';
  for (let depth = 0; depth < 100; depth++) deep = { a: deep };
  expect(factsOf(deep).facts).toHaveLength(1);
});

const vote = (userId: string, message: unknown) =>
  ({ userId, message: typeof message === 'string' ? message : JSON.stringify(message) }) as never;

test('behavior: the user who asked stamped the request itself, whichever vote comes first', () => {
  const type = 'ACTIVITY_TYPE_CREATE_WALLET';
  const votes = [
    vote('b', { type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY' }),
    vote('c', 'not JSON'),
    vote('a', { type }),
    vote('d', { type }),
  ];
  expect(submissionOf({ type, votes })?.userId).toBe('a');
});

test('behavior: a denied submission has no vote', () => {
  expect(submissionOf({ type: 'ACTIVITY_TYPE_CREATE_WALLET', votes: [] })).toBeUndefined();
});

test('default: ids, addresses and keys are data, words are not', () => {
  expect(isData('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')).toBe(true);
  expect(isData('5c2f1e0a-7c37-4c1e-9d0e-3f6c4f1b2a10')).toBe(true);
  expect(isData('Payments to the exchange')).toBe(false);
  expect(isData('ADDRESS_FORMAT_ETHEREUM')).toBe(false);
});

test('default: a filter by operation names every version of its type', () => {
  const types = typesOf('create_users');
  expect(types[0]).toBe('ACTIVITY_TYPE_CREATE_USERS');
  expect(types[3]).toBe('ACTIVITY_TYPE_CREATE_USERS_V4');
});
