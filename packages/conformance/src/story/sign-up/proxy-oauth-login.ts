import { offCurve, saying, unsignedToken } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  by: ({ visitor }) => visitor,
  after: ['createOauthProviders'],
  input: async (stage, linked) => {
    const { publicKey } = stage.newApiKey();
    return { oidcToken: await stage.newOidcToken(linked?.input.oauthProviders[0].providerName, publicKey), publicKey };
  },
  refusals: {
    INVALID_OIDC_TOKEN: saying(() => ({ oidcToken: unsignedToken })),
    INVALID_PUBLIC_KEY: saying(() => ({ publicKey: offCurve })),
    RESOURCE_NOT_FOUND: async (stage, call) => {
      const oidcToken = await stage.newOidcToken('Nobody', call.input.publicKey);
      return { ...call, input: { ...call.input, oidcToken } };
    },
    ALREADY_EXISTS: async (stage, call) => {
      const { publicKey, userId } = stage.root;
      const provider = await stage.newProvider();
      await stage.root.call('createOauthProvidersOrThrow', { userId, oauthProviders: [provider] });
      return { ...call, input: { publicKey, oidcToken: await stage.newOidcToken(provider.providerName, publicKey) } };
    },
    AUTH_METHOD_NOT_ALLOWED: async ({ configureProxy }, call) => {
      await configureProxy({ allowedAuthMethods: ['AUTH_METHOD_EMAIL'] });
      return call;
    },
  },
} satisfies Story;
