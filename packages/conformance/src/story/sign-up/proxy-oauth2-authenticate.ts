import { saying } from '../refusals.ts';
import { nonceOf } from '../sign-in.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  by: ({ visitor }) => visitor,
  after: ['createOauth2Credential'],
  input: async (stage, made) => ({
    provider: made?.input.provider,
    clientId: made?.input.clientId,
    ...(await stage.newCode()),
    nonce: await nonceOf(stage.newApiKey().publicKey),
  }),
  refusals: {
    OAUTH2_CREDENTIAL_NOT_FOUND: saying(() => ({ clientId: 'unknown' })),
    OAUTH2_AUTHENTICATION_FAILED: saying(() => ({ codeVerifier: 'another' })),
    OAUTH2_PROVIDER_NOT_CONFIGURED: async (stage, call) => {
      const client = { ...(await stage.newOauth2Client()), provider: 'OAUTH2_PROVIDER_BETA' };
      await stage.parent.call('createOauth2CredentialOrThrow', client);
      const { provider, clientId } = client as { provider: string; clientId?: string };
      return { ...call, input: { ...call.input, provider, clientId } };
    },
    AUTH_METHOD_NOT_ALLOWED: async ({ configureProxy }, call) => {
      await configureProxy({ allowedAuthMethods: ['AUTH_METHOD_EMAIL'] });
      return call;
    },
  },
  unprovoked: { INVALID_CLIENT_SECRET: 'needs a secret that was stored and no longer opens' },
} satisfies Story;
