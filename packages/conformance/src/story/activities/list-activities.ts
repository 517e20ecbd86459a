import { badCursor } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUserTag', 'createUserTag', 'createUserTag'],
  input: () => ({
    filterByType: ['ACTIVITY_TYPE_CREATE_USER_TAG'],
    filterByStatus: ['ACTIVITY_STATUS_COMPLETED'],
    paginationOptions: { limit: '2' },
  }),
  shows: (_, __, ...tags) => ({ activities: tags.toReversed().map(({ activity }) => activity) }),
  refusals: badCursor,
} satisfies Story;
