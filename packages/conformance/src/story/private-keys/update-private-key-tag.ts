import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeyTag', 'createPrivateKeys'],
  input: (stage, tag, made) => ({
    privateKeyTagId: tag?.output.privateKeyTagId,
    newPrivateKeyTagName: stage.newName('Cold'),
    addPrivateKeyIds: [made?.output.privateKeys[0].privateKeyId],
    removePrivateKeyIds: tag?.input.privateKeyIds,
  }),
  shows: ({ privateKeyTagId }) => ({ privateKeyTagId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...unknown('privateKeyTagId'),
    ALREADY_EXISTS: async (_, call) => {
      const { newPrivateKeyTagName: privateKeyTagName } = call.input;
      await call.by.call('createPrivateKeyTagOrThrow', { privateKeyTagName, privateKeyIds: [] });
      return call;
    },
  },
} satisfies Story;
