import type { Story } from '../story.ts';

export default {
  input: () => ({}),
  shows: (_, { root, name }) => ({
    organizationId: root.organizationId,
    organizationName: name,
    userId: root.userId,
    username: 'Ada',
  }),
  refusals: {
    CREDENTIAL_CONFLICT: async (stage, call) => {
      const user = stage.newUser();
      for (const _ of ['one', 'another']) {
        const parameters = { subOrganizationName: stage.name, rootUsers: [user], rootQuorumThreshold: 1 };
        await stage.parent.call('createSubOrganizationOrThrow', parameters);
      }
      const publicKey = user.apiKeys[0]?.publicKey ?? '';
      return { ...call, by: stage.newActor(stage.parent.organizationId, '', publicKey) };
    },
  },
} satisfies Story;
