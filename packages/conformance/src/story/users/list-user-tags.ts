import type { Story } from '../story.ts';

export default {
  after: ['createUserTag'],
  input: () => ({}),
  shows: (_, __, tag) => ({
    userTags: [{ tagId: tag?.output.userTagId, tagName: tag?.input.userTagName, tagType: 'TAG_TYPE_USER' }],
  }),
} satisfies Story;
