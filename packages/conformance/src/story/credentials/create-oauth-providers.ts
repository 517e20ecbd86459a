import { ambiguousProvider, claims, elevenTimes, ofProxyUser, saying, unknown, unsignedToken } from '../refusals.ts';
import type { Story } from '../story.ts';

const linking = (...oauthProviders: object[]) => saying(() => ({ oauthProviders }));

export default {
  needsSignIn: true,
  after: ['createUsers'],
  input: async (stage, users) => ({
    userId: users?.output.userIds[0],
    oauthProviders: [await stage.newProvider(), await stage.newProvider()],
  }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userId'),
    ...unknown('userId'),
    AMBIGUOUS_OIDC_IDENTITY: linking(ambiguousProvider),
    INVALID_OIDC_TOKEN: linking({ providerName: 'ID', oidcToken: unsignedToken }),
    UNPROVED_OIDC_CLAIMS: linking({ providerName: 'ID', oidcClaims: claims }),
    OAUTH_PROVIDER_ALREADY_EXISTS: saying(({ oauthProviders: [one] }) => ({ oauthProviders: [one, one] })),
    RESOURCE_LIMIT_EXCEEDED: saying(({ oauthProviders: [one] }) => ({ oauthProviders: elevenTimes(() => one) })),
  },
  older: { ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS: (input) => input },
} satisfies Story;
