import { ofProxyUser, unknown } from '../refusals.ts';
import type { Stage } from '../stage.ts';
import type { Story } from '../story.ts';

/** A user with no other credential. */
async function userWith({ root, newUser }: Stage, more: object): Promise<string> {
  const users = [newUser({ apiKeys: [], userTags: [], ...more })];
  const { userIds } = await root.call('createUsersOrThrow', { users });
  return userIds[0];
}

export default {
  after: ['createAuthenticators'],
  input: (_, made) => ({ userId: made?.input.userId, authenticatorIds: made?.output.authenticatorIds }),
  shows: ({ authenticatorIds }) => ({ authenticatorIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userId'),
    ...unknown('authenticatorIds'),
    MISSING_CREDENTIAL: async (stage, call) => {
      const userId = await userWith(stage, { authenticators: [stage.newPasskey()] });
      const { authenticators } = await stage.root.call('getAuthenticators', { userId });
      return { ...call, input: { userId, authenticatorIds: [authenticators[0].authenticatorId] } };
    },
  },
} satisfies Story;
