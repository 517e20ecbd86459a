import type { Story } from '../story.ts';

export default {
  by: ({ parent }) => parent,
  input: async ({ parent, enableProxy }) => {
    await enableProxy();
    await parent.call('disableAuthProxyOrThrow', {});
    return {};
  },
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    ALREADY_EXISTS: async ({ enableProxy }, call) => {
      await enableProxy();
      return call;
    },
  },
  unprovoked: { RESOURCE_LIMIT_EXCEEDED: 'needs an organization with a hundred users' },
} satisfies Story;
