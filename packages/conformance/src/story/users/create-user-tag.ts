import { ofProxyUser, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUsers'],
  input: (stage, users) => ({ userTagName: stage.newName('Treasurers'), userIds: [users?.output.userIds[0]] }),
  shows: ({ userIds }) => ({ userIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userIds'),
    ...unknown('userIds'),
    ALREADY_EXISTS: async (_, call) => {
      await call.by.call('createUserTagOrThrow', call.input);
      return call;
    },
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => {
      const by = await stage.newOrganization();
      const input = { userTagName: 'Eleventh', userIds: [] };
      for (let number = 1; number <= 10; number++)
        await by.call('createUserTagOrThrow', { ...input, userTagName: `Tag ${number}` });
      return { ...call, by, input };
    },
  },
} satisfies Story;
