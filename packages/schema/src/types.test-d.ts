/** What the compiler knows of a unit. `tsc` checks this file: a directive below that expects no error is one itself. */
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { defineActivity, needsServer, superseded, version } from './define/define-activity.ts';
import { defineQuery } from './define/define-query.ts';
import type { ErrorName } from './errors.ts';
import createOauthProviders from './operations/credentials/create-oauth-providers.ts';
import createUsers from './operations/users/create-users.ts';
import { id, text } from './vocabulary.ts';

const frame = {
  tag: 'Users',
  summary: 'A summary',
  description: 'A description.',
  policy: { resource: 'USER', action: 'CREATE' },
} as const;
const result = version(1, z.object({ count: z.int() }));
const V1 = z.strictObject({ name: text('A name.') });
const V2 = z.strictObject({ name: text('A name.'), nick: text('A short name.') });

const current = {
  ...frame,
  intent: version(2, V2),
  result,
  example: { parameters: { name: 'Ada', nick: 'ada' }, result: { count: 1 } },
};
const older = { change: 'Version 2 added the nick.', parameters: V1, example: { name: 'Ada' } };
const upgrade = ({ name }: z.output<typeof V1>) => ({ name, nick: name.toLowerCase() });

describe('unit', () => {
  test('default', () => {
    expectTypeOf(createUsers.type).toEqualTypeOf<'ACTIVITY_TYPE_CREATE_USERS_V4'>();
    expectTypeOf(createUsers.intentKey).toEqualTypeOf<'createUsersIntentV4'>();
    expectTypeOf(createUsers.resultKey).toEqualTypeOf<'createUsersResult'>();
    expectTypeOf(createUsers.path).toEqualTypeOf<'/public/v1/submit/create_users'>();
    expectTypeOf(createUsers.method).toEqualTypeOf<'createUsers'>();
    expectTypeOf(createUsers.version).toEqualTypeOf<4>();
    expectTypeOf(createOauthProviders.resultKey).toEqualTypeOf<'createOauthProvidersResultV2'>();
    expectTypeOf(createUsers.errors).toEqualTypeOf<readonly ErrorName[]>();
  });

  test('behavior: the request', () => {
    type Request = z.input<typeof createUsers.request>;
    expectTypeOf<Request['type']>().toEqualTypeOf<'ACTIVITY_TYPE_CREATE_USERS_V4'>();
    expectTypeOf<Request['parameters']>().toEqualTypeOf<z.input<typeof createUsers.parameters>>();
    expectTypeOf<Request['generateAppProofs']>().toEqualTypeOf<boolean | undefined>();
  });

  test('behavior: the response', () => {
    type Activity = z.output<typeof createUsers.response>['activity'];
    expectTypeOf<Activity['type']>().toEqualTypeOf<'ACTIVITY_TYPE_CREATE_USERS_V4'>();
    expectTypeOf<Activity['result']>().toEqualTypeOf<{ createUsersResult?: { userIds: string[] } | undefined }>();
  });
});

describe('example', () => {
  test('default', () => {
    defineActivity('model_default', {
      ...frame,
      intent: version(1, V1),
      result,
      example: { parameters: { name: 'Ada' }, result: { count: 1 } },
    });
  });

  test('error: parameters that do not fit', () => {
    defineActivity('model_parameters', {
      ...frame,
      intent: version(1, V1),
      result,
      // @ts-expect-error: the name is text.
      example: { parameters: { name: 1 }, result: { count: 1 } },
    });
  });

  test('error: a result that does not fit', () => {
    defineActivity('model_result', {
      ...frame,
      intent: version(1, V1),
      result,
      // @ts-expect-error: the count is missing.
      example: { parameters: { name: 'Ada' }, result: {} },
    });
  });

  test('error: a member that is not there', () => {
    defineActivity('model_member', {
      ...frame,
      intent: version(1, V1),
      result,
      // @ts-expect-error: there is no nick yet.
      example: { parameters: { name: 'Ada', nick: 'ada' }, result: { count: 1 } },
    });
  });

  test('error: the request of a query that does not fit', () => {
    defineQuery('model_query', {
      tag: 'Users',
      summary: 'A summary',
      description: 'A description.',
      request: z.strictObject({ userId: id('The user.') }),
      response: z.object({}),
      // @ts-expect-error: the user is missing.
      example: { request: {}, response: {} },
    });
  });
});

describe('upgrade', () => {
  test('default', () => {
    defineActivity('model_upgrade', current, superseded(1, { ...older, upgrade }));
  });

  test('behavior: left to the server', () => {
    defineActivity(
      'model_upgrade_server',
      current,
      superseded(1, { ...older, upgrade: needsServer('Only the server knows the nick.') }),
    );
  });

  test('error: a result in an older shape', () => {
    defineActivity(
      'model_upgrade_none',
      current,
      // @ts-expect-error: the nick is missing.
      superseded(1, { ...older, upgrade: (v1) => v1 }),
    );
  });

  test('error: a result with a wrong type', () => {
    defineActivity(
      'model_upgrade_wrong',
      current,
      // @ts-expect-error: the nick is text.
      superseded(1, { ...older, upgrade: ({ name }) => ({ name, nick: name.length }) }),
    );
  });

  test('error: a parameter that the older version does not have', () => {
    defineActivity(
      'model_upgrade_unknown',
      current,
      // @ts-expect-error: there is no nick in version 1.
      superseded(1, { ...older, upgrade: ({ name, nick }) => ({ name, nick }) }),
    );
  });

  test('error: an example that does not fit', () => {
    superseded(1, {
      ...older,
      upgrade: needsServer('Only the server knows the nick.'),
      // @ts-expect-error: the name is missing.
      example: {},
    });
  });
});

describe('downgrade', () => {
  test('default', () => {
    defineActivity(
      'model_downgrade',
      current,
      superseded(1, { ...older, upgrade, downgrade: ({ count }) => ({ total: count }) }),
    );
  });

  test('error: of a result that is not there', () => {
    defineActivity(
      'model_downgrade_wrong',
      current,
      // @ts-expect-error: the result has a count, no total.
      superseded(1, { ...older, upgrade, downgrade: ({ total }) => ({ total }) }),
    );
  });
});
