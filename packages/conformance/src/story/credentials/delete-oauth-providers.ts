import { ofProxyUser, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  after: ['createOauthProviders'],
  input: (_, made) => ({ userId: made?.input.userId, providerIds: made?.output.providerIds }),
  shows: ({ providerIds }) => ({ providerIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userId'),
    ...unknown('providerIds'),
    MISSING_CREDENTIAL: async (stage, call) => {
      const users = [stage.newUser({ apiKeys: [], userTags: [], oauthProviders: [await stage.newProvider()] })];
      const [userId] = (await stage.root.call('createUsersOrThrow', { users })).userIds;
      const { oauthProviders } = await stage.root.call('getOauthProviders', { userId });
      return { ...call, input: { userId, providerIds: [oauthProviders[0].providerId] } };
    },
  },
} satisfies Story;
