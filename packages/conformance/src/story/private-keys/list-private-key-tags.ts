import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeyTag'],
  input: () => ({}),
  shows: (_, __, tag) => ({
    privateKeyTags: [
      {
        tagId: tag?.output.privateKeyTagId,
        tagName: tag?.input.privateKeyTagName,
        tagType: 'TAG_TYPE_PRIVATE_KEY',
      },
    ],
  }),
} satisfies Story;
