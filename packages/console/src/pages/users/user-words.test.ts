import type { components } from '@mintmark/client';
import { describe, expect, test } from 'vitest';
import {
  credentialWords,
  difference,
  expiryOf,
  isFound,
  isSession,
  keyKind,
  quorumProblem,
  quorumWords,
} from './user-words.ts';

type ApiKey = components['schemas']['ApiKey'];
type User = components['schemas']['User'];

const at = { seconds: '1000', nanos: '0' };
const apiKey = (type: ApiKey['credential']['type'], more: Partial<ApiKey> = {}): ApiKey => ({
  apiKeyId: '1',
  apiKeyName: 'key',
  credential: { publicKey: '02', type },
  createdAt: at,
  updatedAt: at,
  ...more,
});
const user: User = {
  userId: 'a1b2',
  userName: 'Ada',
  userEmail: 'ada@example.com',
  authenticators: [],
  apiKeys: [],
  userTags: [],
  oauthProviders: [],
  createdAt: at,
  updatedAt: at,
};
const program = apiKey('CREDENTIAL_TYPE_API_KEY_SECP256K1');
const session = apiKey('CREDENTIAL_TYPE_LOGIN', { expirationSeconds: '60' });

test('credentialWords: counts keys and sessions apart', () => {
  expect(credentialWords(user)).toBe('none');
  expect(credentialWords({ ...user, apiKeys: [program, session, session] })).toBe('1 API key, 2 sessions');
});

test('keys: sessions, kinds and expiry', () => {
  expect([program, session].map(isSession)).toEqual([false, true]);
  expect([program, session].map(keyKind)).toEqual(['secp256k1', 'Session']);
  expect([program, session].map(expiryOf)).toEqual([undefined, new Date(1_060_000)]);
});

test('isFound: by name, e-mail address or id, in any case', () => {
  for (const search of ['', 'ADA', ' example.com ', 'B2'])
    expect([search, isFound(user, search)]).toEqual([search, true]);
  expect(isFound(user, 'bob')).toBe(false);
});

test('difference: what to add and what to remove', () => {
  expect(difference(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] });
});

describe('root quorum', () => {
  test('behavior: a quorum that nobody can reach is refused', () => {
    expect(quorumProblem(2, 3)).toBeUndefined();
    expect(quorumProblem(1, 0)).toMatch(/at least one root user/);
    expect(quorumProblem(4, 3)).toMatch(/more approvals than root users/);
    for (const threshold of [0, 1.5, Number.NaN]) expect(quorumProblem(threshold, 3)).toMatch(/must approve/);
  });

  test('args: its words', () => {
    expect(quorumWords(1, 1)).toMatch(/^The root user may/);
    expect(quorumWords(1, 3)).toMatch(/^Each of the 3 root users alone may/);
    expect(quorumWords(2, 3)).toMatch(/^2 of the 3 root users together may/);
  });
});
