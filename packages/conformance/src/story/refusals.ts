import type { Stage } from './stage.ts';
import type { Call, Refusal } from './story.ts';

/** The same call with other input. */
export const saying =
  (change: (input: Call['input'], stage: Stage) => object): Refusal =>
  (stage, call) => ({ ...call, input: { ...call.input, ...change(call.input, stage) } });

/** An ID that does not exist. */
export const unknownId = '00000000-0000-4000-8000-000000000000';

/** The same call with unknown IDs in these members. */
export const unknown = (...members: string[]) => ({
  RESOURCE_NOT_FOUND: saying((input) =>
    Object.fromEntries(members.map((name) => [name, Array.isArray(input[name]) ? [unknownId] : unknownId])),
  ),
});

/** The same call of the parent about the user of its sign-up proxy. */
export const ofProxyUser = (member: string, more: object = {}) => ({
  AUTH_PROXY_USER_PROTECTED: async ({ parent, enableProxy }: Stage, call: Call): Promise<Call> => {
    await enableProxy();
    const { authProxyConfig } = await parent.call('getAuthProxyConfig', {});
    const { userId } = authProxyConfig;
    const named = { [member]: Array.isArray(call.input[member]) ? [userId] : userId };
    return { ...call, by: parent, input: { ...call.input, ...more, ...named } };
  },
});

/** The same call with a key that two sub-organizations of the named organization have. */
export const sharedKey = {
  CREDENTIAL_CONFLICT: async (stage: Stage, call: Call): Promise<Call> => {
    const user = stage.newUser();
    for (const _ of ['one', 'another']) {
      const parameters = { subOrganizationName: stage.name, rootUsers: [user], rootQuorumThreshold: 1 };
      await stage.parent.call('createSubOrganizationOrThrow', parameters);
    }
    return { ...call, by: stage.newActor(stage.parent.organizationId, '', user.apiKeys[0]?.publicKey ?? '') };
  },
};

/** A cursor that is not in the list. */
export const badCursor = { INVALID_CURSOR: saying(() => ({ paginationOptions: { after: unknownId } })) };

/** More than the limit of ten. */
export const elevenTimes = <Item>(make: () => Item) => Array.from({ length: 11 }, make);

/** Not a point on P-256: x is larger than the field prime. */
export const offCurve = `02${'f'.repeat(64)}`;

/** Errors that only somebody provokes whose identity the target accepts. */
export const errorsOfSignIn: readonly string[] = ['OAUTH_PROVIDER_ALREADY_EXISTS'];

/** The identity of a user at an OAuth provider. */
export const claims = { iss: 'https://id.example.com', sub: 'ada', aud: 'app' };

/** A token that no issuer has signed. */
export const unsignedToken = 'eyJhbGciOiJub25lIn0.e30.c2ln';

export const ambiguousProvider = { providerName: 'ID', oidcToken: unsignedToken, oidcClaims: claims };

/** A client secret that was not sealed to the target. */
export const sealedForAnother = { encryptedClientSecret: 'ab'.repeat(97) };

/** A passkey that was made for another challenge. */
export const badPasskey = (stage: Stage) => ({ ...stage.newPasskey(), challenge: 'YW5vdGhlcg' });

/** The reasons to refuse a new user, in every operation that creates users. */
export const userRefusals = (users: string, more: object = {}) => {
  const oneUser = (change: (stage: Stage) => object) =>
    saying((_, stage) => ({ [users]: [stage.newUser({ ...more, ...change(stage) })] }));
  const linked = (...oauthProviders: object[]) => oneUser(() => ({ oauthProviders }));
  return {
    MISSING_CREDENTIAL: oneUser(() => ({ apiKeys: [] })),
    AMBIGUOUS_OIDC_IDENTITY: linked(ambiguousProvider),
    INVALID_OIDC_TOKEN: linked({ providerName: 'ID', oidcToken: unsignedToken }),
    UNPROVED_OIDC_CLAIMS: linked({ providerName: 'ID', oidcClaims: claims }),
    OAUTH_PROVIDER_ALREADY_EXISTS: (async (stage, call) => {
      const provider = await stage.newProvider();
      return {
        ...call,
        input: { ...call.input, [users]: [stage.newUser({ ...more, oauthProviders: [provider, provider] })] },
      };
    }) satisfies Refusal,
    INVALID_PUBLIC_KEY: oneUser((stage) => ({ apiKeys: [stage.newApiKey({ publicKey: offCurve })] })),
    INVALID_ATTESTATION: oneUser((stage) => ({ authenticators: [badPasskey(stage)] })),
    ALREADY_EXISTS: saying((_, stage) => {
      const user = stage.newUser(more);
      return { [users]: [user, user] };
    }),
    RESOURCE_LIMIT_EXCEEDED: oneUser((stage) => ({ apiKeys: elevenTimes(stage.newApiKey) })),
  };
};

/** A verification token that the server did not issue. */
export const unproved = {
  INVALID_VERIFICATION_TOKEN: saying(() => ({ verificationToken: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln' })),
};

/** The same call when the target has no sign-up proxy. */
export const withoutProxy = {
  AUTH_PROXY_NOT_ENABLED: async ({ parent }: Stage, call: Call): Promise<Call> => {
    await parent.call('disableAuthProxyOrThrow', {});
    return call;
  },
};
