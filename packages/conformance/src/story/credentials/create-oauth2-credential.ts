import { saying, sealedForAnother } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  by: ({ parent }) => parent,
  input: (stage) => stage.newOauth2Client(),
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    INVALID_CLIENT_SECRET: saying(() => sealedForAnother),
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    ALREADY_EXISTS: async ({ parent }, call) => {
      await parent.call('createOauth2CredentialOrThrow', call.input);
      return call;
    },
  },
  unprovoked: { RESOURCE_LIMIT_EXCEEDED: 'the limit of the target would be reached for its own users, too' },
} satisfies Story;
