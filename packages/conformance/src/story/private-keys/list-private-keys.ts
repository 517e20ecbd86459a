import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeyTag'],
  input: () => ({}),
  shows: (_, __, tag) => ({
    privateKeys: [{ privateKeyId: tag?.input.privateKeyIds[0], privateKeyTags: [tag?.output.privateKeyTagId] }],
  }),
} satisfies Story;
