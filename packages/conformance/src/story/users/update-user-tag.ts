import { ofProxyUser, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUserTag', 'createUsers'],
  input: (stage, tag, users) => ({
    userTagId: tag?.output.userTagId,
    newUserTagName: stage.newName('Auditors'),
    addUserIds: users?.output.userIds,
    removeUserIds: tag?.input.userIds,
  }),
  shows: ({ userTagId }) => ({ userTagId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('addUserIds'),
    ...unknown('userTagId'),
    ALREADY_EXISTS: async (_, call) => {
      const { newUserTagName: userTagName } = call.input;
      await call.by.call('createUserTagOrThrow', { userTagName, userIds: [] });
      return call;
    },
  },
} satisfies Story;
