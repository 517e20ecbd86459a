import { ofProxyUser, unknown, unproved } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUsers'],
  input: (_, users) => ({ userId: users?.output.userIds[0], userPhoneNumber: '+12025550123' }),
  shows: ({ userId }) => ({ userId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: { ...unknown('userId'), ...unproved, ...ofProxyUser('userId') },
  unprovoked: {
    MISSING_CREDENTIAL: 'the target has no SMS gateway: no phone number gives access',
    QUORUM_UNREACHABLE: 'the target has no SMS gateway: no phone number gives access',
  },
} satisfies Story;
