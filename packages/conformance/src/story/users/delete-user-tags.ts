import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUserTag'],
  input: (_, tag) => ({ userTagIds: [tag?.output.userTagId] }),
  shows: ({ userTagIds }, _, tag) => ({ userTagIds, userIds: tag?.input.userIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: unknown('userTagIds'),
} satisfies Story;
