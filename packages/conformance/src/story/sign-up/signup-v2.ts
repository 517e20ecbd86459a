import { account } from '../accounts.ts';
import { obtainProxyToken, signUp, tokenIdOf } from '../passcodes.ts';
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
    INVALID_CLIENT_SIGNATURE: async (stage, call) => {
      const email = stage.newEmail();
      const { verificationToken } = await obtainProxyToken(stage, email);
      // Not the key that the token names.
      const clientSignature = await signUp(stage.newKey(), tokenIdOf(verificationToken), { ...call.input, email });
      return { ...call, input: { ...call.input, verificationToken, clientSignature } };
    },
    INVALID_VERIFICATION_TOKEN: saying(() => ({ verificationToken: unsignedToken })),
    MISSING_CREDENTIAL: saying(() => ({ apiKeys: [], authenticators: [] })),
    AMBIGUOUS_OIDC_IDENTITY: saying(() => ({
      oauthProviders: [{ providerName: 'ID', oidcToken: 'a.b.c', oidcClaims: claims }],
    })),
    UNPROVED_OIDC_CLAIMS: saying(() => ({ oauthProviders: [{ providerName: 'ID', oidcClaims: claims }] })),
    OAUTH_PROVIDER_ALREADY_EXISTS: async (stage, call) => {
      const provider = await stage.newProvider();
      // Beside other credentials, the token would have to name one of the keys.
      const credentials = { apiKeys: [], authenticators: [], oauthProviders: [provider, provider] };
      return { ...call, input: { ...call.input, ...credentials } };
    },
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
} satisfies Story;
