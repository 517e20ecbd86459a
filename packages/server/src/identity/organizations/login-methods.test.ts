import { activities } from '@mintmark/schema';
import { expect, test } from 'vitest';
import { createMemoryMailbox } from '../../delivery/adapters/mail/development-mailbox.ts';
import { handledOperations } from '../../operations/handlers.ts';
import { contactOfLogin, type LoginFeature, loginContacts, offeredLogins } from './login-methods.ts';

/** The operation that logs a user in by each method. The contract has none for links sent by e-mail. */
const operationOf: Readonly<Record<LoginFeature, string>> = {
  FEATURE_NAME_EMAIL_AUTH: 'email_auth',
  FEATURE_NAME_OTP_EMAIL_AUTH: 'otp_login',
  FEATURE_NAME_SMS_AUTH: 'otp_login',
};

const mail = createMemoryMailbox();
const sms = { send: async () => {} };

test('default: a login method is offered if its operation has a handler and its messages can be sent', () => {
  const answered = Object.keys(operationOf).filter((feature) =>
    handledOperations.has(operationOf[feature as LoginFeature]),
  );
  expect(offeredLogins({ mail, sms }).toSorted()).toEqual(answered.toSorted());
});

test('args: without a mailer, without a gateway, without both', () => {
  expect(offeredLogins({ mail: undefined, sms })).toEqual(['FEATURE_NAME_SMS_AUTH']);
  expect(offeredLogins({ mail, sms: undefined })).toEqual(['FEATURE_NAME_OTP_EMAIL_AUTH']);
  expect(offeredLogins({ mail: undefined, sms: undefined })).toEqual([]);
});

test('behavior: every login operation of the contract is covered', () => {
  const names = Object.values(activities).map(({ name }) => name);
  // Those with a stamp or a linked identity need no contact.
  const logins = names.filter((name) => /(?<!^stamp|^oauth)_(login|auth)(_v\d+)?$/.test(name));
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
