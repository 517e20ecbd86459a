import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import createOauthProviders from './activities/create-oauth-providers.ts';
import createUsers from './activities/create-users.ts';
import { defineActivity, needsServer, superseded, version } from './define-activity.ts';
import * as examples from './examples.ts';
import { ClientSignature } from './fields/client-signature.ts';
import { email, id, jwt, nonEmptyText, p256PublicKey, targetPublicKey } from './vocabulary.ts';

const runs = { seed: 20260101, numRuns: 2000 };

interface Older {
  readonly version: number;
  readonly upgrade: unknown;
}

/** The older type of that version, and its upgrade as a function. */
function olderOf<O extends Older>(unit: { readonly superseded: readonly O[] }, number: number) {
  const older = unit.superseded.find((entry) => entry.version === number);
  if (typeof older?.upgrade !== 'function') throw new Error(`no version ${number} with a pure upgrade`);
  return { ...older, upgrade: older.upgrade as Extract<O['upgrade'], (parameters: never) => unknown> };
}

const createUsersV3 = olderOf(createUsers, 3);
const createUsersV2 = olderOf(createUsers, 2);
const createOauthProvidersV1 = olderOf(createOauthProviders, 1);

const objections = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => {
    const name = issue.code === 'custom' ? String(issue.params?.['errorCode']) : issue.code;
    return `${issue.path.join('.')}: ${name}`;
  });

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

// Values of the older types, from the words of the contract.

const matching = (pattern: RegExp) => fc.stringMatching(pattern);
const label = fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }).filter((name) => !/\p{Cc}/u.test(name));
const base64url = fc
  .uint8Array({ minLength: 1, maxLength: 45 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const compressedKey = matching(/^0[23][0-9a-fA-F]{64}$/);
const lifetime = matching(/^[1-9][0-9]{0,9}$/);
const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 3 });

const plainApiKey = fc.record(
  { apiKeyName: label, publicKey: compressedKey, expirationSeconds: lifetime },
  { requiredKeys: ['apiKeyName', 'publicKey'] },
);
const apiKey = fc
  .tuple(plainApiKey, fc.constantFrom('API_KEY_CURVE_P256', 'API_KEY_CURVE_SECP256K1', 'API_KEY_CURVE_ED25519'))
  .map(([key, curveType]) => ({
    ...key,
    publicKey: curveType === 'API_KEY_CURVE_ED25519' ? key.publicKey.slice(2) : key.publicKey,
    curveType,
  }));
const authenticator = fc.record({
  authenticatorName: label,
  challenge: fc.string({ minLength: 1, maxLength: 256, unit: 'binary' }),
  attestation: fc.record({
    credentialId: base64url,
    clientDataJson: base64url,
    attestationObject: base64url,
    transports: list(fc.constantFrom('AUTHENTICATOR_TRANSPORT_BLE', 'AUTHENTICATOR_TRANSPORT_HYBRID')),
  }),
});
const oauthProvider = fc.record({ providerName: label, oidcToken: fc.string({ minLength: 1 }) });
const contacts = {
  userEmail: matching(/^[a-z]{1,9}@[a-z]{1,9}\.[a-z]{2,3}$/),
  userPhoneNumber: matching(/^\+[1-9][0-9]{6,14}$/),
};
const everyUser = { userName: label, authenticators: list(authenticator), userTags: list(fc.uuid()) };

const userV2 = fc.record(
  { ...everyUser, apiKeys: list(plainApiKey), userEmail: contacts.userEmail },
  { requiredKeys: ['userName', 'apiKeys', 'authenticators', 'userTags'] },
);
const userV3 = fc.record(
  { ...everyUser, ...contacts, apiKeys: list(apiKey), oauthProviders: list(oauthProvider) },
  { requiredKeys: ['userName', 'apiKeys', 'authenticators', 'oauthProviders', 'userTags'] },
);
const createUsersParametersV2 = fc.record({ users: list(userV2) });
const createUsersParametersV3 = fc.record({ users: list(userV3) });
const createOauthProvidersParametersV1 = fc.record({
  userId: fc.uuid(),
  oauthProviders: fc.array(oauthProvider, { minLength: 1, maxLength: 3 }),
});

/** The older versions did not ask for a credential, the current one does: it is all that it may object to. */
const missingCredentials = ({ users }: { users: readonly object[] }) =>
  users.flatMap((user, index) => {
    const { apiKeys, authenticators, oauthProviders, userEmail, userPhoneNumber } = user as Record<string, unknown>;
    const found = [apiKeys, authenticators, oauthProviders, userEmail, userPhoneNumber].flat();
    return found.some((credential) => credential !== undefined) ? [] : [`users.${index}: MISSING_CREDENTIAL`];
  });

describe('ACTIVITY_TYPE_CREATE_USERS_V2', () => {
  const { parameters, upgrade, example } = createUsersV2;

  test('default', () => {
    expect(createUsersV2).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_USERS_V2',
      intentKey: 'createUsersIntentV2',
      resultKey: 'createUsersResult',
    });
  });

  test('behavior: the example in its current form', () => {
    const upgraded = upgrade(deepFreeze(example));
    expect(upgraded).toStrictEqual({
      users: [
        {
          userName: 'Ada Lovelace',
          userEmail: 'ada@example.com',
          apiKeys: [
            {
              apiKeyName: 'Deploy key',
              publicKey: '026256b6b20b1d35f2e1d1a1af05b07402fa06d7eb3bbaeea8513153963152ab5d',
              curveType: 'API_KEY_CURVE_P256',
            },
          ],
          authenticators: [],
          oauthProviders: [],
          userTags: [],
        },
      ],
    });
    expect(objections(createUsers.parameters, upgraded)).toEqual([]);
  });

  test('behavior: every value has a current form', () => {
    fc.assert(
      fc.property(createUsersParametersV2, (value) => {
        expect(objections(parameters, value)).toEqual([]);
        const upgraded = upgrade(deepFreeze(value));
        expect(upgraded).toEqual({
          users: value.users.map((user) => ({
            ...user,
            apiKeys: user.apiKeys.map((key) => ({ ...key, curveType: 'API_KEY_CURVE_P256' })),
            oauthProviders: [],
          })),
        });
        expect(objections(createUsers.parameters, upgraded)).toEqual(missingCredentials(value));
      }),
      runs,
    );
  });

  test('error: what came in later', () => {
    const [user] = (example as { users: [object] }).users;
    const withUser = (members: object) => objections(parameters, { users: [{ ...user, ...members }] });
    expect(withUser({ userPhoneNumber: '+15555550123' })).toEqual(['users.0: unrecognized_keys']);
    expect(withUser({ oauthProviders: [] })).toEqual(['users.0: unrecognized_keys']);
    expect(withUser({ apiKeys: [examples.apiKey] })).toEqual(['users.0.apiKeys.0: unrecognized_keys']);
  });

  test('error: a key that cannot be a P-256 key, which the current type would refuse', () => {
    const rawKey = { apiKeyName: 'Raw', publicKey: examples.apiKey.publicKey.slice(2) };
    const users = [{ userName: 'Ada', apiKeys: [rawKey], authenticators: [], userTags: [] }];
    expect(objections(createUsers.parameters, upgrade({ users }))).not.toEqual([]);
    expect(objections(parameters, { users })).not.toEqual([]);
  });
});

describe('ACTIVITY_TYPE_CREATE_USERS_V3', () => {
  const { parameters, upgrade, example } = createUsersV3;

  test('default', () => {
    expect(createUsersV3).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_USERS_V3',
      intentKey: 'createUsersIntentV3',
      resultKey: 'createUsersResult',
    });
  });

  test('behavior: the example in its current form', () => {
    const upgraded = upgrade(deepFreeze(example));
    expect(upgraded).toStrictEqual({
      users: [
        {
          userName: 'Ada Lovelace',
          userEmail: 'ada@example.com',
          apiKeys: [
            {
              apiKeyName: 'Deploy key',
              publicKey: '026256b6b20b1d35f2e1d1a1af05b07402fa06d7eb3bbaeea8513153963152ab5d',
              curveType: 'API_KEY_CURVE_P256',
            },
          ],
          authenticators: [],
          oauthProviders: [{ providerName: 'Example ID', oidcToken: examples.oidcToken }],
          userTags: [],
        },
      ],
    });
    expect(objections(createUsers.parameters, upgraded)).toEqual([]);
  });

  test('behavior: every value has a current form, which is itself', () => {
    fc.assert(
      fc.property(createUsersParametersV3, (value) => {
        expect(objections(parameters, value)).toEqual([]);
        const upgraded = upgrade(deepFreeze(value));
        expect(upgraded).toEqual(value);
        expect(objections(createUsers.parameters, upgraded)).toEqual(missingCredentials(value));
      }),
      runs,
    );
  });

  test('error: what came in later', () => {
    const [user] = (example as { users: [object] }).users;
    const oidcClaims = { iss: 'https://id.example.com', sub: '248289761001', aud: 'mintmark-demo' };
    const oauthProviders = [{ providerName: 'Example ID', oidcClaims }];
    expect(objections(createUsers.parameters, { users: [{ ...user, oauthProviders }] })).toEqual([]);
    expect(objections(parameters, { users: [{ ...user, oauthProviders }] })).toEqual([
      'users.0.oauthProviders.0.oidcToken: invalid_type',
      'users.0.oauthProviders.0: unrecognized_keys',
    ]);
  });
});

describe('ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS', () => {
  const { parameters, upgrade, example } = createOauthProvidersV1;

  test('default', () => {
    expect(createOauthProvidersV1).toMatchObject({
      type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
      intentKey: 'createOauthProvidersIntent',
      resultKey: 'createOauthProvidersResult',
    });
  });

  test('behavior: the example in its current form', () => {
    const upgraded = upgrade(deepFreeze(example));
    expect(upgraded).toStrictEqual({
      userId: 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14',
      oauthProviders: [{ providerName: 'Example ID', oidcToken: examples.oidcToken }],
    });
    expect(objections(createOauthProviders.parameters, upgraded)).toEqual([]);
  });

  test('behavior: every value has a current form, which is itself', () => {
    fc.assert(
      fc.property(createOauthProvidersParametersV1, (value) => {
        expect(objections(parameters, value)).toEqual([]);
        const upgraded = upgrade(deepFreeze(value));
        expect(upgraded).toEqual(value);
        expect(objections(createOauthProviders.parameters, upgraded)).toEqual([]);
      }),
      runs,
    );
  });
});

describe('superseded', () => {
  test('default: newest first, each with what its successor changed', () => {
    expect(createUsers.superseded.map((older) => older.version)).toEqual([3, 2]);
    expect(createOauthProviders.superseded.map((older) => older.version)).toEqual([1]);
    expect(createUsersV3.change).toMatch(/^Version 4 /);
    expect(createUsersV2.change).toMatch(/^Version 3 /);
    expect(createOauthProvidersV1.change).toMatch(/^Version 2 /);
  });

  const rows = [
    { unit: createUsers, older: createUsersV3, result: createUsers.example.result },
    { unit: createUsers, older: createUsersV2, result: createUsers.example.result },
    { unit: createOauthProviders, older: createOauthProvidersV1, result: createOauthProviders.example.result },
  ];

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
        result: { [older.resultKey]: result },
        votes: [],
        fingerprint: 'sha256:fca00510410cb7ad355be1fdd6858e8e8999c041c4b01f96093fb40c7119f4a2',
        canApprove: false,
        canReject: false,
        createdAt: examples.rfc3339,
        updatedAt: examples.rfc3339,
      },
    };

    test('behavior: a request fits its own schema, not the current one', () => {
      expect(objections(older.request, request)).toEqual([]);
      expect(objections(unit.request, request)).toContain('type: invalid_value');
      expect(objections(older.request, { ...request, type: unit.type })).toEqual(['type: invalid_value']);
    });

    test('behavior: a response fits its own schema, not the current one', () => {
      expect(older.response.parse(response)).toEqual(response);
      expect(objections(unit.response, response)).toEqual(
        expect.arrayContaining(['activity.type: invalid_value', `activity.intent.${unit.intentKey}: invalid_type`]),
      );
    });

    test('error: a response with broken parameters or a broken result', () => {
      const { activity } = response;
      const intent = { [older.intentKey]: {} };
      expect(objections(older.response, { activity: { ...activity, intent } })).not.toEqual([]);
      const broken = { [older.resultKey]: {} };
      expect(objections(older.response, { activity: { ...activity, result: broken } })).toHaveLength(1);
    });

    test('behavior: the result keeps its fields', () => {
      expect(older.downgrade(result as never)).toEqual(result);
      expect(objections(older.result, result)).toEqual([]);
    });

    test('behavior: only the current type has a name in the document', () => {
      const named = (schema: z.ZodType) => schema.meta()?.id;
      expect(named(unit.request)).toMatch(/Request$/);
      expect([older.request, older.response, older.parameters].map(named)).toEqual([undefined, undefined, undefined]);
    });
  });
});

describe('needsServer', () => {
  /** After CREATE_READ_WRITE_SESSION: its first version names an e-mail address where the second names a user. */
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

  /** After OTP_LOGIN: its first version asks for no client signature, and its result is the same. */
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

  test('behavior: the result goes back to its older form', () => {
    const [older] = session.superseded;
    const result = older?.downgrade(deepFreeze({ ...session.example.result }));
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

  test('behavior: the older type may leave out what the current one asks for', () => {
    const [older] = login.superseded;
    expect(objections(login.parameters, older?.example)).toEqual(['clientSignature: invalid_type']);
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
