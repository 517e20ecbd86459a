import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPrivateKeys'],
  input: (stage, made) => ({
    privateKeyTagName: stage.newName('Hot'),
    privateKeyIds: [made?.output.privateKeys[0].privateKeyId],
  }),
  shows: ({ privateKeyIds }) => ({ privateKeyIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...unknown('privateKeyIds'),
    ALREADY_EXISTS: async (_, call) => {
      await call.by.call('createPrivateKeyTagOrThrow', call.input);
      return call;
    },
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => {
      const by = await stage.newOrganization();
      const input = { privateKeyTagName: 'Eleventh', privateKeyIds: [] };
      for (let number = 1; number <= 10; number++)
        await by.call('createPrivateKeyTagOrThrow', { ...input, privateKeyTagName: `Tag ${number}` });
      return { ...call, by, input };
    },
  },
} satisfies Story;
