import { withoutProxy } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ parent }) => parent,
  input: async ({ enableProxy }) => {
    await enableProxy();
    return {};
  },
  refusals: withoutProxy,
} satisfies Story;
