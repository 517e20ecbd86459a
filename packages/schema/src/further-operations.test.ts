/**
 * The operations beyond the specification, transcribed by hand like it: types, members and required flags. Nothing here is
 * taken from the units, so a slip in one of them fails.
 */
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { lines, shapeOf } from '../test/shape-of.ts';
import { User } from './fields/user.ts';
import { activities, queries } from './index.ts';

/** The records of the answers. What the specification has is written by name. */
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
};

const named = [...Object.keys(records), 'ApiKey', 'Authenticator', 'OauthProvider', 'Tag', 'Timestamp'];

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
};

const exchanges: Record<string, { readonly request: string; readonly response: string }> = {
  get_user: { request: '{ organizationId: string, userId: string }', response: '{ user: User }' },
  list_users: { request: '{ organizationId: string }', response: '{ users: User[] }' },
  list_user_tags: { request: '{ organizationId: string }', response: '{ userTags: Tag[] }' },
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
