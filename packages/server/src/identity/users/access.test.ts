import { expect, test } from 'vitest';
import { type Access, accessOfOrganization, accessOfUser, type UserAccess } from './access.ts';

const now = new Date('2026-01-02T03:04:05.678Z');
const later = new Date(now.getTime() + 1);
const allowsIssuer = (issuer: string) => issuer === 'https://id.example.com';
const circumstances = { logins: new Set<never>(), allowsIssuer, now };
const logins = (...contacts: ('email' | 'phoneNumber')[]) => ({ ...circumstances, logins: new Set(contacts) });

const nobody: UserAccess = {
  email: null,
  phoneNumber: null,
  isRoot: true,
  apiKeys: [],
  authenticators: [],
  oauthProviders: [],
};
const lasting: UserAccess = { ...nobody, apiKeys: [{ expiresAt: null }] };
const expiring: UserAccess = { ...nobody, apiKeys: [{ expiresAt: later }] };
const expired: UserAccess = { ...nobody, apiKeys: [{ expiresAt: now }] };
const passkey: UserAccess = { ...nobody, authenticators: [{ rpId: 'example.com' }] };
const contacts: UserAccess = { ...nobody, email: 'ada@example.com', phoneNumber: '+14155550123' };

test('default', () => {
  const access = [lasting, passkey, expiring, expired, contacts, nobody].map((user) =>
    accessOfUser(user, circumstances),
  );
  expect(access).toEqual([2, 2, 1, 0, 0, 0]);
});

test('behavior: the best credential counts', () => {
  const apiKeys = [...expired.apiKeys, ...expiring.apiKeys];
  expect(accessOfUser({ ...contacts, apiKeys }, circumstances)).toBe(1);
  expect(accessOfUser({ ...contacts, apiKeys: [...apiKeys, ...lasting.apiKeys] }, circumstances)).toBe(2);
  expect(accessOfUser({ ...passkey, apiKeys }, circumstances)).toBe(2);
});

test('args: a contact counts if users can log in with it', () => {
  expect(accessOfUser(contacts, logins('email'))).toBe(2);
  expect(accessOfUser(contacts, logins('phoneNumber'))).toBe(2);
  expect(accessOfUser({ ...contacts, email: null }, logins('email'))).toBe(0);
  expect(accessOfUser({ ...contacts, phoneNumber: null }, logins('phoneNumber'))).toBe(0);
  expect(accessOfUser(nobody, logins('email', 'phoneNumber'))).toBe(0);
});

test('args: a linked identity counts if its issuer is accepted', () => {
  const linked = (...issuers: string[]) => ({ ...nobody, oauthProviders: issuers.map((issuer) => ({ issuer })) });
  expect(accessOfUser(linked('https://id.example.com'), circumstances)).toBe(2);
  expect(accessOfUser(linked('https://gone.example.com', 'https://id.example.com'), circumstances)).toBe(2);
  expect(accessOfUser(linked('https://gone.example.com'), circumstances)).toBe(0);
});

test.for<[origins: readonly string[], expected: Access]>([
  [['https://example.com'], 2],
  [['https://app.example.com'], 2],
  [['https://example.org', 'https://example.com:8443'], 2],
  [['https://example.org'], 0],
  [['https://badexample.com'], 0],
  [['https://example.com.evil.com'], 0],
  [[], 0],
])('args: a passkey of example.com if the origins are %j', ([origins, expected]) => {
  expect(accessOfUser(passkey, { ...circumstances, origins })).toBe(expected);
});

test.for<[users: readonly UserAccess[], threshold: number, expected: Access]>([
  [[lasting], 1, 2],
  [[lasting, passkey, nobody], 2, 2],
  [[lasting, expiring], 2, 1],
  [[lasting, expiring], 1, 2],
  [[expiring, expiring, expired], 2, 1],
  [[lasting, expired], 2, 0],
  [[contacts, contacts], 1, 0],
  [[{ ...lasting, isRoot: false }, expiring], 1, 1],
  [[{ ...lasting, isRoot: false }], 1, 0],
  [[], 1, 0],
])('behavior: of an organization, row %#', ([users, threshold, expected]) => {
  expect(accessOfOrganization(users, threshold, circumstances)).toBe(expected);
});
