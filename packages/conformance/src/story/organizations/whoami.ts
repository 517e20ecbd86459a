import { sharedKey } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  input: () => ({}),
  shows: (_, { root, name }) => ({
    organizationId: root.organizationId,
    organizationName: name,
    userId: root.userId,
    username: 'Ada',
  }),
  refusals: sharedKey,
} satisfies Story;
