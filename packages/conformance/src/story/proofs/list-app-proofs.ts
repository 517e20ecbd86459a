import { saying, unknownId } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUserTag'],
  input: (_, tag) => ({ activityId: tag?.activity.id }),
  shows: () => ({ appProofs: [] }),
  refusals: { ACTIVITY_NOT_FOUND: saying(() => ({ activityId: unknownId })) },
} satisfies Story;
