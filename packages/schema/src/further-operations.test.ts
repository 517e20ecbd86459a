/**
 * The operations beyond the specification, transcribed by hand like it: types, members and required flags. Nothing here is
 * taken from the units, so a slip in one of them fails.
 */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { lines, shapeOf } from '../test/shape-of.ts';
import { ApiKey } from './fields/api-key.ts';
import { Authenticator } from './fields/authenticator.ts';
import { Credential } from './fields/credential.ts';
import { User } from './fields/user.ts';
import { activities, queries } from './index.ts';

/** The records of the answers. */
const records: Record<string, [schema: z.ZodType, shape: string]> = {
  User: [
    User,
    `{
      userId: string,
      userName: string,
      userEmail?: string,
      userPhoneNumber?: string,
      authenticators: Authenticator[],
      apiKeys: ApiKey[],
      userTags: string[],
      oauthProviders: OauthProvider[],
      createdAt: Timestamp,
      updatedAt: Timestamp
    }`,
  ],
  ApiKey: [
    ApiKey,
    `{
      credential: Credential,
      apiKeyId: string,
      apiKeyName: string,
      createdAt: Timestamp,
      updatedAt: Timestamp,
      expirationSeconds?: string
    }`,
  ],
  Authenticator: [
    Authenticator,
    `{
      transports: AuthenticatorTransport[],
      attestationType: string,
      aaguid: string,
      credentialId: string,
      model: string,
      credential: Credential,
      authenticatorId: string,
      authenticatorName: string,
      createdAt: Timestamp,
      updatedAt: Timestamp
    }`,
  ],
  Credential: [
    Credential,
    `{
      publicKey: string,
      type: CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR
        | CREDENTIAL_TYPE_API_KEY_P256
        | CREDENTIAL_TYPE_RECOVER_USER_KEY_P256
        | CREDENTIAL_TYPE_API_KEY_SECP256K1
        | CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256
        | CREDENTIAL_TYPE_API_KEY_ED25519
        | CREDENTIAL_TYPE_OTP_AUTH_KEY_P256
        | CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256
        | CREDENTIAL_TYPE_OAUTH_KEY_P256
        | CREDENTIAL_TYPE_LOGIN,
      sessionProfileId?: string
    }`,
  ],
};

/** What the specification has already, or its answers. */
const known = ['ApiKeyParams', 'AuthenticatorParams', 'AuthenticatorTransport', 'OauthProvider', 'Tag', 'Timestamp'];
const named = [...Object.keys(records), ...known];

interface Submit {
  readonly type: string;
  readonly policy: object;
  readonly parameters: string;
  readonly intentKey: string;
  readonly resultKey: string;
  readonly result: string;
}

const submits: Record<string, Submit> = {
  update_user: {
    type: 'ACTIVITY_TYPE_UPDATE_USER',
    policy: { resource: 'USER', action: 'UPDATE' },
    parameters: `{
      userId: string,
      userName?: string,
      userEmail?: string,
      userTagIds?: string[],
      userPhoneNumber?: string
    }`,
    intentKey: 'updateUserIntent',
    resultKey: 'updateUserResult',
    result: '{ userId: string }',
  },
  update_user_email: {
    type: 'ACTIVITY_TYPE_UPDATE_USER_EMAIL',
    policy: { resource: 'USER', action: 'UPDATE' },
    parameters: '{ userId: string, userEmail: string, verificationToken?: string }',
    intentKey: 'updateUserEmailIntent',
    resultKey: 'updateUserEmailResult',
    result: '{ userId: string }',
  },
  update_user_phone_number: {
    type: 'ACTIVITY_TYPE_UPDATE_USER_PHONE_NUMBER',
    policy: { resource: 'USER', action: 'UPDATE' },
    parameters: '{ userId: string, userPhoneNumber: string, verificationToken?: string }',
    intentKey: 'updateUserPhoneNumberIntent',
    resultKey: 'updateUserPhoneNumberResult',
    result: '{ userId: string }',
  },
  delete_users: {
    type: 'ACTIVITY_TYPE_DELETE_USERS',
    policy: { resource: 'USER', action: 'DELETE' },
    parameters: '{ userIds: string[] }',
    intentKey: 'deleteUsersIntent',
    resultKey: 'deleteUsersResult',
    result: '{ userIds: string[] }',
  },
  create_user_tag: {
    type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
    policy: { resource: 'USER', action: 'CREATE' },
    parameters: '{ userTagName: string, userIds: string[] }',
    intentKey: 'createUserTagIntent',
    resultKey: 'createUserTagResult',
    result: '{ userTagId: string, userIds: string[] }',
  },
  update_user_tag: {
    type: 'ACTIVITY_TYPE_UPDATE_USER_TAG',
    policy: { resource: 'USER', action: 'UPDATE' },
    parameters: '{ userTagId: string, newUserTagName?: string, addUserIds: string[], removeUserIds: string[] }',
    intentKey: 'updateUserTagIntent',
    resultKey: 'updateUserTagResult',
    result: '{ userTagId: string }',
  },
  create_api_keys: {
    type: 'ACTIVITY_TYPE_CREATE_API_KEYS_V2',
    policy: { resource: 'CREDENTIAL', action: 'CREATE' },
    parameters: '{ apiKeys: ApiKeyParams[], userId: string }',
    intentKey: 'createApiKeysIntentV2',
    resultKey: 'createApiKeysResult',
    result: '{ apiKeyIds: string[] }',
  },
  delete_api_keys: {
    type: 'ACTIVITY_TYPE_DELETE_API_KEYS',
    policy: { resource: 'CREDENTIAL', action: 'DELETE' },
    parameters: '{ userId: string, apiKeyIds: string[] }',
    intentKey: 'deleteApiKeysIntent',
    resultKey: 'deleteApiKeysResult',
    result: '{ apiKeyIds: string[] }',
  },
  create_authenticators: {
    type: 'ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2',
    policy: { resource: 'CREDENTIAL', action: 'CREATE' },
    parameters: '{ authenticators: AuthenticatorParams[], userId: string }',
    intentKey: 'createAuthenticatorsIntentV2',
    resultKey: 'createAuthenticatorsResult',
    result: '{ authenticatorIds: string[] }',
  },
  delete_authenticators: {
    type: 'ACTIVITY_TYPE_DELETE_AUTHENTICATORS',
    policy: { resource: 'CREDENTIAL', action: 'DELETE' },
    parameters: '{ userId: string, authenticatorIds: string[] }',
    intentKey: 'deleteAuthenticatorsIntent',
    resultKey: 'deleteAuthenticatorsResult',
    result: '{ authenticatorIds: string[] }',
  },
};

const exchanges: Record<string, { readonly request: string; readonly response: string }> = {
  get_user: { request: '{ organizationId: string, userId: string }', response: '{ user: User }' },
  list_users: { request: '{ organizationId: string }', response: '{ users: User[] }' },
  list_user_tags: { request: '{ organizationId: string }', response: '{ userTags: Tag[] }' },
  get_api_key: { request: '{ organizationId: string, apiKeyId: string }', response: '{ apiKey: ApiKey }' },
  get_api_keys: { request: '{ organizationId: string, userId?: string }', response: '{ apiKeys: ApiKey[] }' },
  get_authenticator: {
    request: '{ organizationId: string, authenticatorId: string }',
    response: '{ authenticator: Authenticator }',
  },
  get_authenticators: {
    request: '{ organizationId: string, userId: string }',
    response: '{ authenticators: Authenticator[] }',
  },
};

describe.each(Object.entries(records))('%s', (_name, [schema, shape]) => {
  test('default', () => {
    expect(shapeOf(schema, named)).toEqual(lines(shape));
  });
});

describe.each(Object.entries(submits))('%s', (name, { parameters, result, ...facts }) => {
  const unit = Object.values(activities).find((candidate) => candidate.name === name);
  if (unit === undefined) throw new Error(`no unit ${name}`);

  test('default', () => {
    expect(unit).toMatchObject({ kind: 'activity', path: `/public/v1/submit/${name}`, ...facts });
  });

  test('behavior: parameters and result', () => {
    expect(shapeOf(unit.parameters, named)).toEqual(lines(parameters));
    expect(shapeOf(unit.result, named)).toEqual(lines(result));
  });
});

describe.each(Object.entries(exchanges))('%s', (name, { request, response }) => {
  const unit = Object.values(queries).find((candidate) => candidate.name === name);
  if (unit === undefined) throw new Error(`no unit ${name}`);

  test('default', () => {
    expect(unit).toMatchObject({ kind: 'query', path: `/public/v1/query/${name}` });
  });

  test('behavior: request and response', () => {
    expect(shapeOf(unit.request, named)).toEqual(lines(request));
    expect(shapeOf(unit.response, named)).toEqual(lines(response));
  });
});
