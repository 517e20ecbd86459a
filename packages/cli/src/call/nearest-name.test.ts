import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['userName', 'userEmail', 'userIds', 'apiKeys'];

test.each([
  ['username', 'userName'],
  ['userNmae', 'userName'],
  ['user_email', 'userEmail'],
  ['apiKey', 'apiKeys'],
  ['wallet', undefined],
  ['', undefined],
  ['x'.repeat(10_000), undefined],
])('args: %s', (written, nearest) => {
  expect(nearestName(written, names)).toBe(nearest);
});
