import type { Actor, Stage } from './stage.ts';

/** A call that is over. */
export interface Done {
  // biome-ignore-start lint/suspicious/noExplicitAny: a table names the members that it wants.
  readonly input: any;
  /** The result of an activity, or the answer to a query. */
  readonly output: any;
  readonly activity: any;
  // biome-ignore-end lint/suspicious/noExplicitAny: as above.
}

/** How an operation comes to succeed. */
export interface Story {
  /** What is done first, anew for each story. */
  readonly after?: readonly string[];
  /** Who calls; the root user of the stage, unless said otherwise. */
  readonly by?: (stage: Stage, ...before: readonly Done[]) => Actor;
  readonly input: (stage: Stage, ...before: Done[]) => object;
  /** What must be found in the output; of a list that comes in pages, in all of it and in this order. */
  readonly shows?: (input: Done['input'], stage: Stage, ...before: Done[]) => object;
  /** For an activity: the refusal that is a failure where it is found out only after an approval. */
  readonly fails?: string;
}

const byParent = ({ parent }: Stage) => parent;
const userOf = (users?: Done): string => users?.output.userIds[0];
let count = 0;
const unique = (name: string) => `${name} ${++count}`;

/** A vote of the second member of the council on what the first submitted. */
const vote: Story = {
  after: ['openActivity'],
  by: ({ council: [, second] }) => second,
  input: (_, open) => ({ fingerprint: open?.activity.fingerprint }),
};

/** Every operation that the server carries out, by its method. */
export const stories: Readonly<Record<string, Story>> = {
  approveActivity: vote,
  rejectActivity: vote,
  createApiKeys: {
    after: ['createUsers'],
    input: (stage, users) => ({ userId: userOf(users), apiKeys: [stage.newApiKey(), stage.newApiKey()] }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  createAuthenticators: {
    after: ['createUsers'],
    input: (stage, users) => ({ userId: userOf(users), authenticators: [stage.newPasskey()] }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  createSubOrganization: {
    by: byParent,
    input: (stage) => ({ subOrganizationName: stage.name, rootUsers: [stage.newUser()], rootQuorumThreshold: 1 }),
    fails: 'INVALID_ACTIVITY_CALLER',
  },
  createUserTag: {
    after: ['createUsers'],
    input: (_, users) => ({ userTagName: unique('Treasurers'), userIds: [userOf(users)] }),
    shows: ({ userIds }) => ({ userIds }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  createUsers: {
    input: (stage) => ({ users: [stage.newUser({ userTags: [] })] }),
    fails: 'ALREADY_EXISTS',
  },
  deleteApiKeys: {
    after: ['createApiKeys'],
    input: (_, keys) => ({ userId: keys?.input.userId, apiKeyIds: keys?.output.apiKeyIds }),
    shows: ({ apiKeyIds }) => ({ apiKeyIds }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  deleteAuthenticators: {
    after: ['createAuthenticators'],
    input: (_, made) => ({ userId: made?.input.userId, authenticatorIds: made?.output.authenticatorIds }),
    shows: ({ authenticatorIds }) => ({ authenticatorIds }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  deleteSubOrganization: {
    after: ['createSubOrganization'],
    by: (stage, made) =>
      stage.newActor(
        made?.output.subOrganizationId,
        made?.output.rootUserIds[0],
        made?.input.rootUsers[0].apiKeys[0].publicKey,
      ),
    input: () => ({}),
    shows: (_, __, made) => ({ subOrganizationUuid: made?.output.subOrganizationId }),
  },
  deleteUserTags: {
    after: ['createUserTag'],
    input: (_, tag) => ({ userTagIds: [tag?.output.userTagId] }),
    shows: ({ userTagIds }, _, tag) => ({ userTagIds, userIds: tag?.input.userIds }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  deleteUsers: {
    after: ['createUsers'],
    input: (_, users) => ({ userIds: users?.output.userIds }),
    shows: ({ userIds }) => ({ userIds }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  removeOrganizationFeature: {
    after: ['setOrganizationFeature'],
    input: (_, set) => ({ name: set?.input.name }),
    fails: 'FEATURE_NOT_FOUND',
  },
  setOrganizationFeature: {
    input: () => ({ name: 'FEATURE_NAME_SMS_AUTH' }),
    shows: ({ name }) => ({ features: [{ name }] }),
    fails: 'UNIMPLEMENTED',
  },
  updateRootQuorum: {
    // To the same again: those who play on are to decide as before.
    input: ({ root, council }) => {
      const users = root === council[0] ? council : [root];
      return { threshold: users.length, userIds: users.map(({ userId }) => userId) };
    },
    fails: 'RESOURCE_NOT_FOUND',
  },
  updateUser: {
    after: ['createUserTag'],
    input: (_, tag) => ({
      userId: tag?.input.userIds[0],
      userName: 'Ada King',
      userEmail: 'ada@example.com',
      userPhoneNumber: '+12025550123',
      userTagIds: [tag?.output.userTagId],
    }),
    shows: ({ userId }) => ({ userId }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  updateUserEmail: {
    after: ['createUsers'],
    input: (_, users) => ({ userId: userOf(users), userEmail: 'ada@example.com' }),
    shows: ({ userId }) => ({ userId }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  updateUserPhoneNumber: {
    after: ['createUsers'],
    input: (_, users) => ({ userId: userOf(users), userPhoneNumber: '+12025550123' }),
    shows: ({ userId }) => ({ userId }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  updateUserTag: {
    after: ['createUserTag', 'createUsers'],
    input: (_, tag, users) => ({
      userTagId: tag?.output.userTagId,
      newUserTagName: unique('Auditors'),
      addUserIds: users?.output.userIds,
      removeUserIds: tag?.input.userIds,
    }),
    shows: ({ userTagId }) => ({ userTagId }),
    fails: 'RESOURCE_NOT_FOUND',
  },
  getActivity: {
    after: ['createUserTag'],
    input: (_, tag) => ({ activityId: tag?.activity.id }),
    shows: (_, __, tag) => ({ activity: tag?.activity }),
  },
  getApiKey: {
    after: ['createApiKeys'],
    input: (_, keys) => ({ apiKeyId: keys?.output.apiKeyIds[0] }),
    shows: ({ apiKeyId }, _, keys) => ({
      apiKey: { apiKeyId, apiKeyName: 'Key', credential: { publicKey: keys?.input.apiKeys[0].publicKey } },
    }),
  },
  getApiKeys: {
    after: ['createApiKeys'],
    input: (_, keys) => ({ userId: keys?.input.userId }),
    shows: (_, __, keys) => ({ apiKeys: keys?.output.apiKeyIds.map((apiKeyId: string) => ({ apiKeyId })) }),
  },
  getAuthenticator: {
    after: ['createAuthenticators'],
    input: (_, made) => ({ authenticatorId: made?.output.authenticatorIds[0] }),
    shows: ({ authenticatorId }, _, made) => {
      const { authenticatorName, attestation } = made?.input.authenticators[0] ?? {};
      const { credentialId, transports } = attestation;
      return { authenticator: { authenticatorId, authenticatorName, credentialId, transports } };
    },
  },
  getAuthenticators: {
    after: ['createAuthenticators'],
    input: (_, made) => ({ userId: made?.input.userId }),
    shows: (_, __, made) => ({ authenticators: [{ authenticatorId: made?.output.authenticatorIds[0] }] }),
  },
  getOrganizationConfigs: {
    after: ['setOrganizationFeature'],
    input: () => ({}),
    shows: (_, { root }, set) => ({
      configs: { features: [{ name: set?.input.name }], quorum: { threshold: 1, userIds: [root.userId] } },
    }),
  },
  getUser: {
    after: ['updateUser'],
    input: (_, updated) => ({ userId: updated?.output.userId }),
    shows: (_, __, updated) => {
      const { userTagIds: userTags, ...user } = updated?.input ?? {};
      return { user: { ...user, userTags, oauthProviders: [] } };
    },
  },
  listActivities: {
    after: ['createUserTag', 'createUserTag', 'createUserTag'],
    input: () => ({
      filterByType: ['ACTIVITY_TYPE_CREATE_USER_TAG'],
      filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
      paginationOptions: { limit: '2' },
    }),
    shows: (_, __, ...tags) => ({ activities: tags.toReversed().map(({ activity }) => activity) }),
  },
  listSuborgs: {
    by: byParent,
    input: ({ name }) => ({ filterType: 'NAME', filterValue: name, paginationOptions: { limit: '1' } }),
    shows: (_, { root, council }) => ({ organizationIds: [root.organizationId, council[0].organizationId] }),
  },
  listUserTags: {
    after: ['createUserTag'],
    input: () => ({}),
    shows: (_, __, tag) => ({
      userTags: [{ tagId: tag?.output.userTagId, tagName: tag?.input.userTagName, tagType: 'TAG_TYPE_USER' }],
    }),
  },
  listUsers: {
    after: ['createUsers'],
    input: () => ({}),
    shows: (_, __, users) => ({ users: [{ userId: userOf(users), userName: 'Ada' }] }),
  },
  whoami: {
    input: () => ({}),
    shows: (_, { root, name }) => ({
      organizationId: root.organizationId,
      organizationName: name,
      userId: root.userId,
      username: 'Ada',
    }),
  },
};
