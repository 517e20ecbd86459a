import { expect, test } from 'vitest';
import { emptyApiKey } from './api-key-draft.ts';
import { emptyUser, userOf } from './user-draft.ts';

const draft = { ...emptyUser(), userName: ' Ada ', apiKey: emptyApiKey('none') };

test('default: what is empty is left out', () => {
  expect(userOf({ ...draft, userEmail: ' ada@example.com ' })).toEqual({
    userName: 'Ada',
    userEmail: 'ada@example.com',
    apiKeys: [],
    authenticators: [],
    oauthProviders: [],
  });
});

test('behavior: a phone number loses what people write between its digits', () => {
  expect(userOf({ ...draft, userPhoneNumber: '+49 (151) 123-45678' })).toMatchObject({
    userPhoneNumber: '+4915112345678',
  });
});

test('error: a user who could never sign in, a user without a name, and a key that is not complete', () => {
  expect(userOf(draft)).toBeUndefined();
  expect(userOf({ ...draft, userName: ' ', userEmail: 'ada@example.com' })).toBeUndefined();
  expect(userOf({ ...draft, userEmail: 'ada@example.com', apiKey: emptyApiKey('made') })).toBeUndefined();
});
