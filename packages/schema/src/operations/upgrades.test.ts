import { repetitions } from '@mintmark/testing/effort';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import * as examples from '../examples/index.ts';
import createApiKeys from './credentials/create-api-keys.ts';
import createOauthProviders from './credentials/create-oauth-providers.ts';
import createSubOrganization from './organizations/create-sub-organization.ts';
import updatePolicy from './policies/update-policy.ts';
import createPrivateKeys from './private-keys/create-private-keys.ts';
import createUsers from './users/create-users.ts';

const runs = { seed: 20260101, numRuns: repetitions({ usual: 200, full: 2000 }) };

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
const createApiKeysV1 = olderOf(createApiKeys, 1);
const createSubOrganizationV7 = olderOf(createSubOrganization, 7);
const createSubOrganizationV6 = olderOf(createSubOrganization, 6);
const createSubOrganizationV5 = olderOf(createSubOrganization, 5);
const createSubOrganizationV4 = olderOf(createSubOrganization, 4);
const createPrivateKeysV1 = olderOf(createPrivateKeys, 1);
const updatePolicyV1 = olderOf(updatePolicy, 1);

/** The problems that a schema finds in a value, each as `path: error`; empty if the value is accepted. */
const objections = (schema: z.ZodType, value: unknown) =>
  (schema.safeParse(value).error?.issues ?? []).map((issue) => {
    const name = issue.code === 'custom' ? String(issue.params?.['errorCode']) : issue.code;
    return `${issue.path.join('.')}: ${name}`;
  });

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

// Values of the older types, following the contract.

const matching = (pattern: RegExp) => fc.stringMatching(pattern);
/** Also without joiners and variation selectors: they are allowed, but not everywhere. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]|^ +$/u;
const label = fc.string({ unit: 'binary', minLength: 1, maxLength: 256 }).filter((name) => !unseen.test(name));
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

const createApiKeysParametersV1 = fc.record({ apiKeys: list(plainApiKey), userId: fc.uuid() });

const rootUserV7 = fc.record(
  {
    ...contacts,
    userName: label,
    apiKeys: list(apiKey),
    authenticators: list(authenticator),
    oauthProviders: list(oauthProvider),
  },
  { requiredKeys: ['userName', 'apiKeys', 'authenticators', 'oauthProviders'] },
);
const subOrganizationV4 = {
  subOrganizationName: fc.oneof(label, fc.constant('')),
  rootQuorumThreshold: fc.integer({ min: 1, max: 3 }),
  disableEmailRecovery: fc.boolean(),
  disableEmailAuth: fc.boolean(),
  wallet: fc.constant(examples.wallet),
};
const createSubOrganizationParametersV7 = fc.record(
  {
    ...subOrganizationV4,
    rootUsers: list(rootUserV7),
    disableSmsAuth: fc.boolean(),
    disableOtpEmailAuth: fc.boolean(),
    verificationToken: fc.constant(examples.verificationToken),
    clientSignature: fc.constant(examples.loginSignature),
  },
  { requiredKeys: ['subOrganizationName', 'rootUsers', 'rootQuorumThreshold'] },
);

/** Parameters of version 4, 5 or 6, which differ only in their root users. */
const createSubOrganizationParameters = <U>(user: fc.Arbitrary<U>) =>
  fc.record(
    { ...subOrganizationV4, rootUsers: list(user) },
    { requiredKeys: ['subOrganizationName', 'rootUsers', 'rootQuorumThreshold'] },
  );

const { userEmail } = contacts;
const rootUser = { userEmail, userName: label, authenticators: list(authenticator) };
const rootUserV6 = fc.record(
  { ...rootUser, apiKeys: list(apiKey), oauthProviders: list(oauthProvider) },
  { requiredKeys: ['userName', 'apiKeys', 'authenticators', 'oauthProviders'] },
);
const rootUserV5 = fc.record(
  { ...rootUser, apiKeys: list(plainApiKey), oauthProviders: list(oauthProvider) },
  { requiredKeys: ['userName', 'apiKeys', 'authenticators', 'oauthProviders'] },
);
const rootUserV4 = fc.record(
  { ...rootUser, apiKeys: list(plainApiKey) },
  { requiredKeys: ['userName', 'apiKeys', 'authenticators'] },
);

const createPrivateKeysParametersV1 = fc.record({
  privateKeys: fc.array(
    fc.record({
      privateKeyName: label,
      curve: fc.constantFrom('CURVE_SECP256K1', 'CURVE_ED25519', 'CURVE_P256'),
      privateKeyTags: list(fc.uuid()),
      addressFormats: list(fc.constant('ADDRESS_FORMAT_COMPRESSED')),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

const updatePolicyParametersV1 = fc.record(
  {
    policyId: fc.uuid(),
    policyName: label,
    policyEffect: fc.constantFrom('EFFECT_ALLOW', 'EFFECT_DENY'),
    policyCondition: fc.string(),
    policyConsensus: fc.string(),
    policyNotes: fc.string(),
  },
  { requiredKeys: ['policyId'] },
);

/** The older versions did not require a credential; the current one does. */
const missingCredentials = (member: string, users: readonly object[]) =>
  users.flatMap((user, index) => {
    const { apiKeys, authenticators, oauthProviders, userEmail, userPhoneNumber } = user as Record<string, unknown>;
    const found = [apiKeys, authenticators, oauthProviders, userEmail, userPhoneNumber].flat();
    return found.some((credential) => credential !== undefined) ? [] : [`${member}.${index}: MISSING_CREDENTIAL`];
  });

/** What the tests expect of an older type. */
interface Expected<T> {
  readonly keys: { readonly type: string; readonly intentKey: string; readonly resultKey: string };
  /** The current form of its example. */
  readonly example: unknown;
  readonly values: fc.Arbitrary<T>;
  /** The current form of a value. */
  readonly current: (value: T) => unknown;
  /** The problems that the current type finds in that form. */
  readonly refused: (value: T) => string[];
}

/** The tests of every older type that has a pure upgrade. */
function testUpgrade<T>(
  unit: { readonly parameters: z.ZodType },
  older: {
    readonly parameters: z.ZodType;
    readonly upgrade: (parameters: unknown) => unknown;
    readonly example: unknown;
  },
  { keys, example, values, current, refused }: Expected<T>,
) {
  test('default', () => {
    expect(older).toMatchObject(keys);
  });

  test('behavior: the example in its current form', () => {
    const upgraded = older.upgrade(deepFreeze(older.example));
    expect(upgraded).toStrictEqual(example);
    expect(objections(unit.parameters, upgraded)).toEqual([]);
  });

  test('behavior: every value has a current form', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(objections(older.parameters, value)).toEqual([]);
        const upgraded = older.upgrade(deepFreeze(value));
        expect(upgraded).toEqual(current(value));
        expect(objections(unit.parameters, upgraded)).toEqual(refused(value));
      }),
      runs,
    );
  });
}

const ada = {
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
  userTags: [],
};
const oauthProviders = [{ providerName: 'Example ID', oidcToken: examples.oidcToken }];

describe('ACTIVITY_TYPE_CREATE_USERS_V2', () => {
  const { parameters, upgrade, example } = createUsersV2;

  testUpgrade(createUsers, createUsersV2, {
    keys: {
      type: 'ACTIVITY_TYPE_CREATE_USERS_V2',
      intentKey: 'createUsersIntentV2',
      resultKey: 'createUsersResult',
    },
    example: { users: [{ ...ada, oauthProviders: [] }] },
    values: createUsersParametersV2,
    current: ({ users }) => ({
      users: users.map((user) => ({
        ...user,
        apiKeys: user.apiKeys.map((key) => ({ ...key, curveType: 'API_KEY_CURVE_P256' })),
        oauthProviders: [],
      })),
    }),
    refused: ({ users }) => missingCredentials('users', users),
  });

  test('error: members that were added later', () => {
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
  const { parameters, example } = createUsersV3;

  testUpgrade(createUsers, createUsersV3, {
    keys: {
      type: 'ACTIVITY_TYPE_CREATE_USERS_V3',
      intentKey: 'createUsersIntentV3',
      resultKey: 'createUsersResult',
    },
    example: { users: [{ ...ada, oauthProviders }] },
    values: createUsersParametersV3,
    current: (value) => value,
    refused: ({ users }) => missingCredentials('users', users),
  });

  test('error: members that were added later', () => {
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
  testUpgrade(createOauthProviders, createOauthProvidersV1, {
    keys: {
      type: 'ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS',
      intentKey: 'createOauthProvidersIntent',
      resultKey: 'createOauthProvidersResult',
    },
    example: { userId: 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14', oauthProviders },
    values: createOauthProvidersParametersV1,
    current: (value) => value,
    refused: () => [],
  });
});

describe('ACTIVITY_TYPE_CREATE_API_KEYS', () => {
  testUpgrade(createApiKeys, createApiKeysV1, {
    keys: {
      type: 'ACTIVITY_TYPE_CREATE_API_KEYS',
      intentKey: 'createApiKeysIntent',
      resultKey: 'createApiKeysResult',
    },
    example: { apiKeys: ada.apiKeys, userId: 'b8d4f6a2-1c93-4e75-8f0a-d36e5c7b9a14' },
    values: createApiKeysParametersV1,
    current: ({ apiKeys, userId }) => ({
      apiKeys: apiKeys.map((key) => ({ ...key, curveType: 'API_KEY_CURVE_P256' })),
      userId,
    }),
    refused: () => [],
  });

  test('error: members that were added later', () => {
    const apiKeys = [examples.apiKey];
    expect(objections(createApiKeysV1.parameters, { apiKeys, userId: examples.userId })).toEqual([
      'apiKeys.0: unrecognized_keys',
    ]);
  });
});

/** The problems that the current type finds in root users and threshold of an older one. */
const unfounded = (older: { readonly rootUsers: readonly object[]; readonly rootQuorumThreshold: number }) => [
  ...missingCredentials('rootUsers', older.rootUsers),
  ...(older.rootQuorumThreshold <= older.rootUsers.length ? [] : ['rootQuorumThreshold: QUORUM_UNREACHABLE']),
];

describe('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', () => {
  testUpgrade(createSubOrganization, createSubOrganizationV7, {
    keys: {
      type: 'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
      intentKey: 'createSubOrganizationIntentV7',
      resultKey: 'createSubOrganizationResultV7',
    },
    example: {
      subOrganizationName: 'Ada',
      rootUsers: [
        { userName: 'Ada Lovelace', userEmail: 'ada@example.com', apiKeys: [], authenticators: [], oauthProviders },
      ],
      rootQuorumThreshold: 1,
    },
    values: createSubOrganizationParametersV7,
    current: (value) => value,
    refused: unfounded,
  });

  test('error: members that were added later', () => {
    const [user] = (createSubOrganizationV7.example as { rootUsers: [object] }).rootUsers;
    const oidcClaims = { iss: 'https://id.example.com', sub: '248289761001', aud: 'mintmark-demo' };
    const both = [...oauthProviders, { providerName: 'Other app', oidcClaims }];
    const parameters = {
      ...(createSubOrganizationV7.example as object),
      rootUsers: [{ ...user, oauthProviders: both }],
    };
    expect(objections(createSubOrganization.parameters, parameters)).toEqual([]);
    expect(objections(createSubOrganizationV7.parameters, parameters)).toEqual([
      'rootUsers.0.oauthProviders.1.oidcToken: invalid_type',
      'rootUsers.0.oauthProviders.1: unrecognized_keys',
    ]);
  });

  test('behavior: the result has the same fields under its own key', () => {
    const { result } = createSubOrganization.example;
    expect(createSubOrganization.resultKey).toBe('createSubOrganizationResultV8');
    expect(createSubOrganizationV7.downgrade(result)).toEqual(result);
  });
});

/** Ada as the root user of the older types. */
const { userTags: _, ...adaAsRoot } = ada;
const adas = { subOrganizationName: 'Ada', rootUsers: [{ ...adaAsRoot, oauthProviders: [] }], rootQuorumThreshold: 1 };
const subOrganizationKeys = (number: number) => ({
  type: `ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V${number}`,
  intentKey: `createSubOrganizationIntentV${number}`,
  resultKey: `createSubOrganizationResultV${number}`,
});
const withCurve = (apiKeys: readonly object[]) => apiKeys.map((key) => ({ ...key, curveType: 'API_KEY_CURVE_P256' }));

describe('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V6', () => {
  testUpgrade(createSubOrganization, createSubOrganizationV6, {
    keys: subOrganizationKeys(6),
    example: adas,
    values: createSubOrganizationParameters(rootUserV6),
    current: (value) => value,
    refused: unfounded,
  });
});

describe('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V5', () => {
  testUpgrade(createSubOrganization, createSubOrganizationV5, {
    keys: subOrganizationKeys(5),
    example: adas,
    values: createSubOrganizationParameters(rootUserV5),
    current: (value) => ({
      ...value,
      rootUsers: value.rootUsers.map((user) => ({ ...user, apiKeys: withCurve(user.apiKeys) })),
    }),
    refused: unfounded,
  });
});

describe('ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V4', () => {
  testUpgrade(createSubOrganization, createSubOrganizationV4, {
    keys: subOrganizationKeys(4),
    example: adas,
    values: createSubOrganizationParameters(rootUserV4),
    current: (value) => ({
      ...value,
      rootUsers: value.rootUsers.map((user) => ({ ...user, apiKeys: withCurve(user.apiKeys), oauthProviders: [] })),
    }),
    refused: unfounded,
  });
});

test.each([
  ['userPhoneNumber', createSubOrganizationV6, { userPhoneNumber: '+15555550123' }, 'rootUsers.0'],
  ['curveType', createSubOrganizationV5, { apiKeys: [examples.apiKey] }, 'rootUsers.0.apiKeys.0'],
  ['oauthProviders', createSubOrganizationV4, { oauthProviders: [] }, 'rootUsers.0'],
])('error: a root user with %s, which the next version added', (_member, { example, parameters }, members, place) => {
  const {
    rootUsers: [user],
    ...others
  } = example as { rootUsers: [object] };
  expect(objections(parameters, { ...others, rootUsers: [{ ...user, ...members }] })).toEqual([
    `${place}: unrecognized_keys`,
  ]);
});

test.each([
  ['disableSmsAuth', true],
  ['disableOtpEmailAuth', true],
  ['verificationToken', examples.verificationToken],
  ['clientSignature', examples.loginSignature],
])('error: %s before version 7', (member, value) => {
  for (const { example, parameters } of [createSubOrganizationV6, createSubOrganizationV5, createSubOrganizationV4])
    expect(objections(parameters, { ...(example as object), [member]: value })).toEqual([': unrecognized_keys']);
});

describe('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS', () => {
  testUpgrade(createPrivateKeys, createPrivateKeysV1, {
    keys: {
      type: 'ACTIVITY_TYPE_CREATE_PRIVATE_KEYS',
      intentKey: 'createPrivateKeysIntent',
      resultKey: 'createPrivateKeysResult',
    },
    example: { privateKeys: [examples.privateKey] },
    values: createPrivateKeysParametersV1,
    current: (value) => value,
    refused: () => [],
  });

  test('behavior: the result has the IDs alone, in their order', () => {
    const { privateKeyId, otherPrivateKeyId, privateKeyAddress } = examples;
    const privateKeys = [
      { privateKeyId, addresses: [privateKeyAddress] },
      { privateKeyId: otherPrivateKeyId, addresses: [] },
    ];
    const downgraded = createPrivateKeysV1.downgrade({ privateKeys });
    expect(downgraded).toEqual({ privateKeyIds: [privateKeyId, otherPrivateKeyId] });
    expect(objections(createPrivateKeysV1.result, downgraded)).toEqual([]);
  });
});

describe('ACTIVITY_TYPE_UPDATE_POLICY', () => {
  testUpgrade(updatePolicy, updatePolicyV1, {
    keys: {
      type: 'ACTIVITY_TYPE_UPDATE_POLICY',
      intentKey: 'updatePolicyIntent',
      resultKey: 'updatePolicyResult',
    },
    example: { policyId: examples.policyId, policyName: 'No payments', policyEffect: 'EFFECT_DENY' },
    values: updatePolicyParametersV1,
    current: (value) => value,
    refused: () => [],
  });

  test('error: time, which version 2 added', () => {
    const parameters = { policyId: examples.policyId, time: '' };
    expect(objections(updatePolicyV1.parameters, parameters)).toEqual([': unrecognized_keys']);
    expect(objections(updatePolicy.parameters, parameters)).toEqual([]);
  });

  test('behavior: the result has the same fields under its own key', () => {
    const { result } = updatePolicy.example;
    expect(updatePolicy.resultKey).toBe('updatePolicyResultV2');
    expect(updatePolicyV1.downgrade(result)).toEqual(result);
  });
});

test('default: newest first, each with the changes of its successor', () => {
  expect(createUsers.superseded.map((older) => older.version)).toEqual([3, 2]);
  expect(createOauthProviders.superseded.map((older) => older.version)).toEqual([1]);
  expect(createApiKeys.superseded.map((older) => older.version)).toEqual([1]);
  expect(createSubOrganization.superseded.map((older) => older.version)).toEqual([7, 6, 5, 4]);
  expect(createPrivateKeys.superseded.map((older) => older.version)).toEqual([1]);
  expect(updatePolicy.superseded.map((older) => older.version)).toEqual([1]);
  expect(createUsersV3.change).toMatch(/^Version 4 /);
  expect(createUsersV2.change).toMatch(/^Version 3 /);
  expect(createOauthProvidersV1.change).toMatch(/^Version 2 /);
  expect(createApiKeysV1.change).toMatch(/^Version 2 /);
  expect(createSubOrganization.superseded.map(({ change }) => change.slice(0, 9))).toEqual(
    [8, 7, 6, 5].map((number) => `Version ${number}`),
  );
  expect(createPrivateKeysV1.change).toMatch(/^Version 2 /);
  expect(updatePolicyV1.change).toMatch(/^Version 2 /);
});
