import { ofProxyUser, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUserTag'],
  input: (_, tag) => ({
    userId: tag?.input.userIds[0],
    userName: 'Ada King',
    userEmail: 'ada@example.com',
    userPhoneNumber: '+12025550123',
    userTagIds: [tag?.output.userTagId],
  }),
  shows: ({ userId }) => ({ userId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: { ...unknown('userId'), ...ofProxyUser('userId') },
  unprovoked: {
    MISSING_CREDENTIAL: 'needs another user who has the only contact of this one',
    QUORUM_UNREACHABLE: 'needs root users who can only log in with passcodes',
  },
} satisfies Story;
