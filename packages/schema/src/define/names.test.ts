import { describe, expect, test } from 'vitest';
import { activityType, capitalize, componentPrefix, intentKey, methodName, resultKey } from './names.ts';

const words = [
  ['whoami', 'whoami', 'Whoami'],
  ['create_users', 'createUsers', 'CreateUsers'],
  ['create_oauth_providers', 'createOauthProviders', 'CreateOauthProviders'],
  ['create_oauth2_credential', 'createOauth2Credential', 'CreateOauth2Credential'],
  ['create_read_write_session', 'createReadWriteSession', 'CreateReadWriteSession'],
  ['list_eth_transaction_history', 'listEthTransactionHistory', 'ListEthTransactionHistory'],
  ['signup_v2', 'signupV2', 'SignupV2'],
] as const;

describe('methodName', () => {
  test.each(words)('default: %s', (name, method) => {
    expect(methodName(name)).toBe(method);
  });
});

describe('componentPrefix', () => {
  test.each(words)('default: %s', (name, _method, prefix) => {
    expect(componentPrefix(name)).toBe(prefix);
  });
});

describe('capitalize', () => {
  test.each([
    ['createUsersIntentV4', 'CreateUsersIntentV4'],
    ['Users', 'Users'],
    ['x', 'X'],
    ['', ''],
  ])('default: %j', (word, capitalized) => {
    expect(capitalize(word)).toBe(capitalized);
  });
});

const versioned = [
  ['create_users', 1, 'ACTIVITY_TYPE_CREATE_USERS', 'createUsersIntent', 'createUsersResult'],
  ['create_users', 2, 'ACTIVITY_TYPE_CREATE_USERS_V2', 'createUsersIntentV2', 'createUsersResultV2'],
  ['create_users', 4, 'ACTIVITY_TYPE_CREATE_USERS_V4', 'createUsersIntentV4', 'createUsersResultV4'],
  ['create_users', 11, 'ACTIVITY_TYPE_CREATE_USERS_V11', 'createUsersIntentV11', 'createUsersResultV11'],
  ['otp_login', 2, 'ACTIVITY_TYPE_OTP_LOGIN_V2', 'otpLoginIntentV2', 'otpLoginResultV2'],
  [
    'create_oauth2_credential',
    1,
    'ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL',
    'createOauth2CredentialIntent',
    'createOauth2CredentialResult',
  ],
  [
    'create_oauth2_credential',
    2,
    'ACTIVITY_TYPE_CREATE_OAUTH2_CREDENTIAL_V2',
    'createOauth2CredentialIntentV2',
    'createOauth2CredentialResultV2',
  ],
] as const;

describe.each(versioned)('%s in version %i', (name, version, type, intent, result) => {
  test('default', () => {
    expect(activityType(name, version)).toBe(type);
    expect(intentKey(name, version)).toBe(intent);
    expect(resultKey(name, version)).toBe(result);
  });
});
