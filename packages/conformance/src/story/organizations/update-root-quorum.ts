import { ofProxyUser, saying, unknownId } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  // The same quorum again, so that later stories are not affected.
  input: ({ root, council }) => {
    const users = root === council[0] ? council : [root];
    return { threshold: users.length, userIds: users.map(({ userId }) => userId) };
  },
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userIds', { threshold: 1 }),
    RESOURCE_NOT_FOUND: saying(() => ({ threshold: 1, userIds: [unknownId] })),
    QUORUM_UNREACHABLE: saying(() => ({ threshold: 2 })),
  },
  unprovoked: { QUORUM_USER_CHANGED: 'only an activity that has waited for approvals fails with it' },
} satisfies Story;
