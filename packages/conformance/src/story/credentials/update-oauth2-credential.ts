import { saying, sealedForAnother, unknownId } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  after: ['createOauth2Credential'],
  by: ({ parent }) => parent,
  input: async (stage, made) => ({
    oauth2CredentialId: made?.output.oauth2CredentialId,
    ...(await stage.newOauth2Client()),
  }),
  shows: ({ oauth2CredentialId }) => ({ oauth2CredentialId }),
  fails: 'OAUTH2_CREDENTIAL_NOT_FOUND',
  refusals: {
    OAUTH2_CREDENTIAL_NOT_FOUND: saying(() => ({ oauth2CredentialId: unknownId })),
    INVALID_CLIENT_SECRET: saying(() => sealedForAnother),
    ALREADY_EXISTS: async (stage, call) => {
      const client = await stage.newOauth2Client();
      await stage.parent.call('createOauth2CredentialOrThrow', client);
      return { ...call, input: { ...call.input, ...client } };
    },
  },
} satisfies Story;
