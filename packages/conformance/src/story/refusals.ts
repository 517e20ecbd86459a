import type { Actor, Stage } from './stage.ts';

/** A call that somebody makes. */
export interface Call {
  readonly by: Actor;
  // biome-ignore lint/suspicious/noExplicitAny: a table names the members that it changes.
  readonly input: any;
  /** The organization that it is made in, where that is not the caller's own. */
  readonly organizationId?: string;
}

/** What becomes of a call that would succeed, so that it is refused. */
type Refusal = (stage: Stage, call: Call) => Call | Promise<Call>;

/** The same call with other input. */
const saying =
  (change: (input: Call['input'], stage: Stage) => object): Refusal =>
  (stage, call) => ({ ...call, input: { ...call.input, ...change(call.input, stage) } });

const unknownId = '00000000-0000-4000-8000-000000000000';
const unknown = (...members: string[]) => ({
  RESOURCE_NOT_FOUND: saying((input) =>
    Object.fromEntries(members.map((name) => [name, Array.isArray(input[name]) ? [unknownId] : unknownId])),
  ),
});
const badCursor = { INVALID_CURSOR: saying(() => ({ paginationOptions: { after: unknownId } })) };
const elevenTimes = <Item>(make: () => Item) => Array.from({ length: 11 }, make);

/** P-256 has no point this far out. */
const offCurve = `02${'f'.repeat(64)}`;
const claims = { iss: 'https://id.example.com', sub: 'ada', aud: 'app' };
const ambiguousProvider = { providerName: 'ID', oidcToken: 'a.b.c', oidcClaims: claims };
const account = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
};
const wallet = (change: object) => ({ wallet: { walletName: 'Treasury', accounts: [{ ...account, ...change }] } });
const verificationToken = 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln';

const badPasskey = (stage: Stage) => ({ ...stage.newPasskey(), challenge: 'YW5vdGhlcg' });

/** What a new user is refused for, wherever it is made. */
const userRefusals = (users: string, more: object = {}) => {
  const oneUser = (change: (stage: Stage) => object) =>
    saying((_, stage) => ({ [users]: [stage.newUser({ ...more, ...change(stage) })] }));
  return {
    MISSING_CREDENTIAL: oneUser(() => ({ apiKeys: [] })),
    AMBIGUOUS_OIDC_IDENTITY: oneUser(() => ({ oauthProviders: [ambiguousProvider] })),
    INVALID_PUBLIC_KEY: oneUser((stage) => ({ apiKeys: [stage.newApiKey({ publicKey: offCurve })] })),
    INVALID_ATTESTATION: oneUser((stage) => ({ authenticators: [badPasskey(stage)] })),
    ALREADY_EXISTS: saying((_, stage) => {
      const user = stage.newUser(more);
      return { [users]: [user, user] };
    }),
    RESOURCE_LIMIT_EXCEEDED: oneUser((stage) => ({ apiKeys: elevenTimes(stage.newApiKey) })),
  };
};

/** A user who has only this to act with. */
async function userWith({ root, newUser }: Stage, more: object): Promise<string> {
  const users = [newUser({ apiKeys: [], userTags: [], ...more })];
  const { userIds } = await root.call('createUsersOrThrow', { users });
  return userIds[0];
}

const unproved = { UNIMPLEMENTED: saying(() => ({ verificationToken })) };

/** A vote by one who may vote, on an activity that its council has rejected. */
const tooLate =
  (member: 0 | 1): Refusal =>
  async ({ council }, call) => {
    await council[1].call('rejectActivity', call.input);
    return { ...call, by: council[member] };
  };

const voteRefusals = {
  ORGANIZATION_MISMATCH: ({ parent }, { by, input }) => ({ by: parent, input, organizationId: by.organizationId }),
  ACTIVITY_NOT_FOUND: saying(() => ({ fingerprint: `sha256:${'0'.repeat(64)}` })),
} satisfies Record<string, Refusal>;

/** For each operation, the errors that are its own, and what provokes them. */
export const refusals: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  approveActivity: { ...voteRefusals, ACTIVITY_NOT_OPEN: tooLate(1) },
  rejectActivity: { ...voteRefusals, ACTIVITY_NOT_OPEN: tooLate(0) },
  createApiKeys: {
    ...unknown('userId'),
    INVALID_PUBLIC_KEY: saying((_, stage) => ({ apiKeys: [stage.newApiKey({ publicKey: offCurve })] })),
    ALREADY_EXISTS: saying((_, { root, newApiKey }) => ({ apiKeys: [newApiKey({ publicKey: root.publicKey })] })),
    RESOURCE_LIMIT_EXCEEDED: saying((_, stage) => ({ apiKeys: elevenTimes(stage.newApiKey) })),
  },
  createAuthenticators: {
    ...unknown('userId'),
    INVALID_ATTESTATION: saying((_, stage) => ({ authenticators: [badPasskey(stage)] })),
    ALREADY_EXISTS: saying(({ authenticators: [passkey] }) => ({ authenticators: [passkey, passkey] })),
    RESOURCE_LIMIT_EXCEEDED: saying((_, stage) => ({ authenticators: elevenTimes(stage.newPasskey) })),
  },
  createSubOrganization: {
    ...userRefusals('rootUsers'),
    UNPROVED_OIDC_CLAIMS: saying((_, stage) => ({
      rootUsers: [stage.newUser({ oauthProviders: [{ providerName: 'ID', oidcClaims: claims }] })],
    })),
    INVALID_PATH: saying(() => wallet({ path: 'm/2147483648' })),
    INVALID_ADDRESS_FORMAT: saying(() => wallet({ addressFormat: 'ADDRESS_FORMAT_SOLANA' })),
    QUORUM_UNREACHABLE: saying(() => ({ rootQuorumThreshold: 2 })),
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    UNIMPLEMENTED: saying(() => wallet({})),
  },
  createUserTag: {
    ...unknown('userIds'),
    ALREADY_EXISTS: async (_, call) => {
      await call.by.call('createUserTagOrThrow', call.input);
      return call;
    },
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => {
      const by = await stage.newOrganization();
      const input = { userTagName: 'Eleventh', userIds: [] };
      for (let number = 1; number <= 10; number++)
        await by.call('createUserTagOrThrow', { ...input, userTagName: `Tag ${number}` });
      return { ...call, by, input };
    },
  },
  createUsers: {
    ...userRefusals('users', { userTags: [] }),
    RESOURCE_NOT_FOUND: saying((_, stage) => ({ users: [stage.newUser({ userTags: [unknownId] })] })),
    UNIMPLEMENTED: saying((_, stage) => ({
      users: [stage.newUser({ userTags: [], oauthProviders: [{ providerName: 'ID', oidcToken: 'a.b.c' }] })],
    })),
  },
  deleteApiKeys: {
    ...unknown('apiKeyIds'),
    MISSING_CREDENTIAL: async ({ root }, call) => {
      const { apiKeys } = await root.call('getApiKeys', { userId: call.input.userId });
      const apiKeyIds = apiKeys.map(({ apiKeyId }: { apiKeyId: string }) => apiKeyId);
      return { ...call, input: { ...call.input, apiKeyIds } };
    },
  },
  deleteAuthenticators: {
    ...unknown('authenticatorIds'),
    MISSING_CREDENTIAL: async (stage, call) => {
      const userId = await userWith(stage, { authenticators: [stage.newPasskey()] });
      const { authenticators } = await stage.root.call('getAuthenticators', { userId });
      return { ...call, input: { userId, authenticatorIds: [authenticators[0].authenticatorId] } };
    },
  },
  deleteSubOrganization: { INVALID_ACTIVITY_CALLER: ({ parent }, call) => ({ ...call, by: parent }) },
  deleteUserTags: unknown('userTagIds'),
  deleteUsers: {
    ...unknown('userIds'),
    QUORUM_UNREACHABLE: saying((_, { root }) => ({ userIds: [root.userId] })),
  },
  removeOrganizationFeature: { FEATURE_NOT_FOUND: saying(() => ({ name: 'FEATURE_NAME_WEBHOOK' })) },
  setOrganizationFeature: {
    UNIMPLEMENTED: saying(() => ({ name: 'FEATURE_NAME_WEBHOOK', value: 'https://example.com' })),
  },
  updateRootQuorum: {
    RESOURCE_NOT_FOUND: saying(() => ({ threshold: 1, userIds: [unknownId] })),
    QUORUM_UNREACHABLE: saying(() => ({ threshold: 2 })),
  },
  updateUser: unknown('userId'),
  updateUserEmail: { ...unknown('userId'), ...unproved },
  updateUserPhoneNumber: { ...unknown('userId'), ...unproved },
  updateUserTag: {
    ...unknown('userTagId'),
    ALREADY_EXISTS: async (_, call) => {
      const { newUserTagName: userTagName } = call.input;
      await call.by.call('createUserTagOrThrow', { userTagName, userIds: [] });
      return call;
    },
  },
  getActivity: { ACTIVITY_NOT_FOUND: saying(() => ({ activityId: unknownId })) },
  getApiKey: unknown('apiKeyId'),
  getApiKeys: unknown('userId'),
  getAuthenticator: unknown('authenticatorId'),
  getAuthenticators: unknown('userId'),
  getUser: unknown('userId'),
  listActivities: badCursor,
  listSuborgs: {
    ...badCursor,
    UNIMPLEMENTED: saying(() => ({ filterType: 'OIDC_TOKEN', filterValue: 'a.b.c' })),
  },
  whoami: {
    CREDENTIAL_CONFLICT: async (stage, call) => {
      const user = stage.newUser();
      for (const _ of ['one', 'another']) {
        const parameters = { subOrganizationName: stage.name, rootUsers: [user], rootQuorumThreshold: 1 };
        await stage.parent.call('createSubOrganizationOrThrow', parameters);
      }
      const publicKey = user.apiKeys[0]?.publicKey ?? '';
      return { ...call, by: stage.newActor(stage.parent.organizationId, '', publicKey) };
    },
  },
};
