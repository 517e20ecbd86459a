import { registry } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { handledOperations } from '../handlers.ts';
import { contactOfLogin, type LoginFeature, loginContacts, offeredLogins } from './login-methods.ts';

/** The operation that logs a user in by each method. The contract has none for links sent by e-mail. */
const operationOf: Readonly<Record<LoginFeature, string>> = {
  FEATURE_NAME_EMAIL_AUTH: 'email_auth',
  FEATURE_NAME_OTP_EMAIL_AUTH: 'otp_login',
  FEATURE_NAME_SMS_AUTH: 'otp_login',
};

test('default: a login method is offered as soon as its operation has a handler, and not before', () => {
  const answered = Object.keys(operationOf).filter((feature) =>
    handledOperations.has(operationOf[feature as LoginFeature]),
  );
  expect([...offeredLogins].toSorted()).toEqual(answered.toSorted());
});

test('behavior: every login operation of the contract is covered', () => {
  const names = Object.values(registry).map(({ name }) => name);
  const logins = names.filter((name) => /_(login|auth)(_v\d+)?$/.test(name));
  expect(logins).toContain('otp_login');
  expect(logins.filter((name) => !Object.values(operationOf).includes(name))).toEqual([]);
});

test('args: features and methods', () => {
  const features = [{ name: 'FEATURE_NAME_SMS_AUTH' }, { name: 'FEATURE_NAME_AUTH_PROXY' }] as const;
  expect(loginContacts(features)).toEqual(new Set(['phoneNumber']));
  expect(loginContacts([{ name: 'FEATURE_NAME_EMAIL_AUTH' }, ...features])).toEqual(new Set(['email', 'phoneNumber']));
  expect(loginContacts(features, ['FEATURE_NAME_EMAIL_AUTH'])).toEqual(new Set());
  expect(loginContacts(features, ['FEATURE_NAME_SMS_AUTH'])).toEqual(new Set(['phoneNumber']));
  expect(loginContacts([])).toEqual(new Set());
  expect(Object.keys(contactOfLogin)).toEqual(Object.keys(operationOf));
});
