import type { Story } from '../story.ts';

export default {
  after: ['setOrganizationFeature'],
  input: () => ({}),
  shows: (_, { root }, set) => ({
    configs: { features: [{ name: set?.input.name }], quorum: { threshold: 1, userIds: [root.userId] } },
  }),
} satisfies Story;
