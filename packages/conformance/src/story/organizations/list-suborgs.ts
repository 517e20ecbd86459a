import { badCursor, saying, unsignedToken } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ parent }) => parent,
  input: ({ name }) => ({ filterType: 'NAME', filterValue: name, paginationOptions: { limit: '1' } }),
  shows: (_, { root, council }) => ({ organizationIds: [root.organizationId, council[0].organizationId] }),
  refusals: {
    ...badCursor,
    INVALID_OIDC_TOKEN: saying(() => ({ filterType: 'OIDC_TOKEN', filterValue: unsignedToken })),
  },
} satisfies Story;
