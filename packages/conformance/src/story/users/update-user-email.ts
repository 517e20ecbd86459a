import { ofProxyUser, saying, unknown, unproved } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUsers'],
  input: (_, users) => ({ userId: users?.output.userIds[0], userEmail: 'ada@example.com' }),
  shows: ({ userId }) => ({ userId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...unknown('userId'),
    ...unproved,
    ...ofProxyUser('userId'),
    MISSING_CREDENTIAL: async (stage, call) => {
      const user = stage.newUser({ userTags: [], apiKeys: [], userEmail: stage.newEmail() });
      const { userIds } = await stage.root.call('createUsersOrThrow', { users: [user] });
      return saying(() => ({ userId: userIds[0], userEmail: '' }))(stage, call);
    },
  },
  unprovoked: { QUORUM_UNREACHABLE: 'needs root users who can only log in with passcodes' },
} satisfies Story;
