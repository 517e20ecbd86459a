import { saying, unknownId } from '../refusals.ts';
import { nonceOf } from '../sign-in.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  after: ['createOauth2Credential'],
  by: ({ parent }) => parent,
  input: async (stage, made) => ({
    oauth2CredentialId: made?.output.oauth2CredentialId,
    ...(await stage.newCode()),
    nonce: await nonceOf(stage.newApiKey().publicKey),
  }),
  fails: 'OAUTH2_CREDENTIAL_NOT_FOUND',
  refusals: {
    OAUTH2_CREDENTIAL_NOT_FOUND: saying(() => ({ oauth2CredentialId: unknownId })),
    OAUTH2_AUTHENTICATION_FAILED: saying(() => ({ codeVerifier: 'another' })),
    OAUTH2_PROVIDER_NOT_CONFIGURED: async (stage, call) => {
      const client = { ...(await stage.newOauth2Client()), provider: 'OAUTH2_PROVIDER_BETA' };
      const { oauth2CredentialId } = await stage.parent.call('createOauth2CredentialOrThrow', client);
      return { ...call, input: { ...call.input, oauth2CredentialId } };
    },
  },
  unprovoked: { INVALID_CLIENT_SECRET: 'needs a secret that was stored and no longer opens' },
} satisfies Story;
