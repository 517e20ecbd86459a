import { account } from '../accounts.ts';
import { badPasskey, claims, elevenTimes, offCurve, saying, unsignedToken } from '../refusals.ts';
import type { Story } from '../story.ts';

const wallet = (change: object) => ({ wallet: { walletName: 'Treasury', accounts: [{ ...account, ...change }] } });

export default {
  by: ({ visitor }) => visitor,
  input: (stage) => ({
    userName: 'Ada',
    organizationName: stage.name,
    userTag: 'beta',
    apiKeys: [stage.newApiKey()],
    authenticators: [stage.newPasskey()],
    oauthProviders: [],
    ...wallet({}),
  }),
  refusals: {
    INVALID_OIDC_TOKEN: saying(() => ({ oauthProviders: [{ providerName: 'ID', oidcToken: unsignedToken }] })),
    INVALID_VERIFICATION_TOKEN: saying(() => ({ verificationToken: unsignedToken })),
    MISSING_CREDENTIAL: saying(() => ({ apiKeys: [], authenticators: [] })),
    AMBIGUOUS_OIDC_IDENTITY: saying(() => ({
      oauthProviders: [{ providerName: 'ID', oidcToken: 'a.b.c', oidcClaims: claims }],
    })),
    UNPROVED_OIDC_CLAIMS: saying(() => ({ oauthProviders: [{ providerName: 'ID', oidcClaims: claims }] })),
    INVALID_PUBLIC_KEY: saying((_, stage) => ({ apiKeys: [stage.newApiKey({ publicKey: offCurve })] })),
    INVALID_ATTESTATION: saying((_, stage) => ({ authenticators: [badPasskey(stage)] })),
    INVALID_PATH: saying(() => wallet({ path: 'm/2147483648' })),
    INVALID_ADDRESS_FORMAT: saying(() => wallet({ addressFormat: 'ADDRESS_FORMAT_SOLANA' })),
    ALREADY_EXISTS: saying(({ apiKeys: [key] }) => ({ apiKeys: [key, key] })),
    RESOURCE_LIMIT_EXCEEDED: saying((_, stage) => ({ apiKeys: elevenTimes(stage.newApiKey) })),
    AUTH_METHOD_NOT_ALLOWED: async ({ configureProxy }, call) => {
      await configureProxy({ allowedAuthMethods: ['AUTH_METHOD_EMAIL'] });
      return call;
    },
  },
  unprovoked: { OAUTH_PROVIDER_ALREADY_EXISTS: 'needs an identity provider, which a target may not have' },
} satisfies Story;
