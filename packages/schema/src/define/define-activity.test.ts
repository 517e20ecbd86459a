import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as examples from '../examples/index.ts';
import { ClientSignature } from '../fields/sessions/client-signature.ts';
import createUsers from '../operations/users/create-users.ts';
import { activities } from '../registry.ts';
import { email, id, jwt, nonEmptyText, p256PublicKey, targetPublicKey } from '../vocabulary.ts';
import { defineActivity, needsServer, superseded, version } from './define-activity.ts';

const issues = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];
const issue = (code: string, ...path: string[]) => expect.objectContaining({ code, path });

describe('superseded', () => {
  const rows = Object.values(activities)
    .filter((unit) => 'result' in unit)
    .flatMap((unit) => unit.superseded.map((older) => ({ unit, older, result: unit.example.result })));

  describe.each(rows)('$older.type', ({ unit, older, result }) => {
    const request = {
      type: older.type,
      timestampMs: examples.timestampMs,
      organizationId: examples.organizationId,
      parameters: older.example,
    };
    const response = {
      activity: {
        id: examples.activityId,
        organizationId: examples.organizationId,
        status: 'ACTIVITY_STATUS_COMPLETED',
        type: older.type,
        intent: { [older.intentKey]: older.example },
        result: { [older.resultKey]: older.downgrade(result as never) },
        votes: [],
        fingerprint: examples.fingerprint,
        canApprove: false,
        canReject: false,
        createdAt: examples.rfc3339,
        updatedAt: examples.rfc3339,
      },
    };

    test('behavior: a request fits its own schema, not the current one', () => {
      expect(issues(older.request, request)).toEqual([]);
      expect(issues(unit.request, request)).toContainEqual(issue('invalid_value', 'type'));
      expect(issues(older.request, { ...request, type: unit.type })).toEqual([issue('invalid_value', 'type')]);
    });

    test('behavior: a response fits its own schema, not the current one', () => {
      expect(older.response.parse(response)).toEqual(response);
      expect(issues(unit.response, response)).toEqual(
        expect.arrayContaining([
          issue('invalid_value', 'activity', 'type'),
          issue('invalid_type', 'activity', 'intent', unit.intentKey),
        ]),
      );
    });

    test('error: a response with broken parameters or a broken result', () => {
      const { activity } = response;
      const intent = { [older.intentKey]: {} };
      expect(issues(older.response, { activity: { ...activity, intent } })).not.toEqual([]);
      const broken = { [older.resultKey]: {} };
      expect(issues(older.response, { activity: { ...activity, result: broken } })).not.toEqual([]);
    });

    test('behavior: only the current type has a name in the document', () => {
      const named = (schema: z.ZodType) => schema.meta()?.id;
      expect(named(unit.request)).toMatch(/Request$/);
      const schemas = [older.request, older.response, older.parameters, older.result];
      expect(schemas.map(named)).toEqual(schemas.map(() => undefined));
    });

    test('behavior: its descriptions name its own type', () => {
      for (const schema of [older.request, older.response, older.parameters, older.result]) {
        expect(schema.description).toMatch(new RegExp(`\\b${older.type}\\b`));
      }
    });
  });
});

describe('needsServer', () => {
  /** Modelled on CREATE_READ_WRITE_SESSION: its first version has an e-mail address, its second a user ID. */
  const session = defineActivity(
    'model_session',
    {
      tag: 'Sessions',
      summary: 'Create a session',
      description: 'Makes a session.',
      intent: version(
        2,
        z.strictObject({ targetPublicKey: targetPublicKey('A key.'), userId: id('The user.').optional() }),
      ),
      result: version(2, z.object({ userId: id('The user.'), credentialBundle: nonEmptyText('The bundle.') })),
      policy: { resource: 'AUTH', action: 'CREATE' },
      example: {
        parameters: { targetPublicKey: examples.targetPublicKey, userId: examples.userId },
        result: { userId: examples.userId, credentialBundle: examples.credentialBundle },
      },
    },
    superseded(1, {
      change: 'Version 2 names the user by ID.',
      parameters: z.strictObject({
        targetPublicKey: targetPublicKey('A key.'),
        email: email('E-mail address of the user.'),
      }),
      upgrade: needsServer('Only the server knows whose e-mail address it is.'),
      result: version(1, z.object({ credentialBundle: nonEmptyText('The bundle.') })),
      downgrade: ({ credentialBundle }) => ({ credentialBundle }),
      example: { targetPublicKey: examples.targetPublicKey, email: examples.userEmail },
    }),
  );

  /** Modelled on OTP_LOGIN: its first version needs no client signature, and its result is the same. */
  const login = defineActivity(
    'model_login',
    {
      tag: 'Sessions',
      summary: 'Log in',
      description: 'Starts a session.',
      intent: version(
        2,
        z.strictObject({
          verificationToken: jwt('A token.'),
          publicKey: p256PublicKey('A key.'),
          clientSignature: ClientSignature,
        }),
      ),
      result: version(1, z.object({ session: jwt('A token.') })),
      policy: { resource: 'AUTH', action: 'CREATE' },
      example: {
        parameters: {
          verificationToken: examples.verificationToken,
          publicKey: examples.sessionPublicKey,
          clientSignature: examples.loginSignature,
        },
        result: { session: examples.session },
      },
    },
    superseded(1, {
      change: 'Version 2 asks for the client signature.',
      parameters: z.strictObject({
        verificationToken: jwt('A token.'),
        publicKey: p256PublicKey('A key.'),
        clientSignature: ClientSignature.optional(),
      }),
      upgrade: needsServer('A signature cannot be made up; only the server knows whether the token asks for one.'),
      example: { verificationToken: examples.verificationToken, publicKey: examples.sessionPublicKey },
    }),
  );

  test('default', () => {
    expect(needsServer('Why.')).toEqual({ needsServer: 'Why.' });
    expect(session.superseded[0]?.upgrade).toEqual({ needsServer: expect.stringContaining('e-mail') });
    expect(login.superseded[0]?.upgrade).toEqual({ needsServer: expect.stringContaining('signature') });
  });

  test('behavior: the older type has its own keys, parameters and result', () => {
    const [older] = session.superseded;
    expect(session).toMatchObject({
      type: 'ACTIVITY_TYPE_MODEL_SESSION_V2',
      intentKey: 'modelSessionIntentV2',
      resultKey: 'modelSessionResultV2',
    });
    expect(older).toMatchObject({
      type: 'ACTIVITY_TYPE_MODEL_SESSION',
      intentKey: 'modelSessionIntent',
      resultKey: 'modelSessionResult',
    });
    expect(older?.parameters.safeParse(older.example).success).toBe(true);
    expect(session.parameters.safeParse(older?.example).success).toBe(false);
  });

  test('behavior: the result is converted to its older form', () => {
    const [older] = session.superseded;
    const result = older?.downgrade(Object.freeze({ ...session.example.result }));
    expect(result).toEqual({ credentialBundle: examples.credentialBundle });
    expect(older?.result.safeParse(result).success).toBe(true);
  });

  test('behavior: a result that did not change has the current key', () => {
    const [older] = login.superseded;
    expect(older).toMatchObject({
      type: 'ACTIVITY_TYPE_MODEL_LOGIN',
      intentKey: 'modelLoginIntent',
      resultKey: 'modelLoginResult',
    });
    expect(login.resultKey).toBe('modelLoginResult');
    expect(older?.downgrade(login.example.result)).toEqual(login.example.result);
  });

  test('behavior: the older type may omit what the current type requires', () => {
    const [older] = login.superseded;
    expect(issues(login.parameters, older?.example)).toEqual([issue('invalid_type', 'clientSignature')]);
    expect(older?.parameters.safeParse(older.example).success).toBe(true);
    expect(older?.parameters.safeParse(login.example.parameters).success).toBe(true);
  });
});

describe('defineActivity', () => {
  test('default: everything follows from the name and the versions', () => {
    expect(createUsers).toMatchObject({
      kind: 'activity',
      name: 'create_users',
      method: 'createUsers',
      path: '/public/v1/submit/create_users',
      version: 4,
      type: 'ACTIVITY_TYPE_CREATE_USERS_V4',
      intentKey: 'createUsersIntentV4',
      resultKey: 'createUsersResult',
    });
  });

  test('behavior: the bodies are components of the document', () => {
    const { parameters, result, request, response } = createUsers;
    expect([parameters, result, request, response, response.shape.activity].map((schema) => schema.meta()?.id)).toEqual(
      [
        'CreateUsersIntentV4',
        'CreateUsersResult',
        'CreateUsersRequest',
        'CreateUsersResponseBody',
        'CreateUsersActivity',
      ],
    );
  });
});
