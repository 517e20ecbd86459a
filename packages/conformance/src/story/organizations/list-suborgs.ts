import { badCursor, saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ parent }) => parent,
  input: ({ name }) => ({ filterType: 'NAME', filterValue: name, paginationOptions: { limit: '1' } }),
  shows: (_, { root, council }) => ({ organizationIds: [root.organizationId, council[0].organizationId] }),
  refusals: {
    ...badCursor,
    UNIMPLEMENTED: saying(() => ({ filterType: 'OIDC_TOKEN', filterValue: 'a.b.c' })),
  },
} satisfies Story;
