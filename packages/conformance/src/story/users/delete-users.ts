import { ofProxyUser, saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUsers'],
  input: (_, users) => ({ userIds: users?.output.userIds }),
  shows: ({ userIds }) => ({ userIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userIds'),
    ...unknown('userIds'),
    QUORUM_UNREACHABLE: saying((_, { root }) => ({ userIds: [root.userId] })),
  },
} satisfies Story;
