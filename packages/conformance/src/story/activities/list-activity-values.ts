import { badCursor, saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createUserTag'],
  input: (_, tag) => ({ fingerprint: tag?.activity.fingerprint, paginationOptions: { limit: '2' } }),
  shows: () => ({
    values: [
      { name: 'activity.type', value: "'ACTIVITY_TYPE_CREATE_USER_TAG'" },
      { name: 'activity.kind', value: "'CREATE_USER_TAG'" },
      { name: 'activity.resource', value: "'USER'" },
      { name: 'activity.action', value: "'CREATE'" },
    ],
  }),
  refusals: { ACTIVITY_NOT_FOUND: saying(() => ({ fingerprint: `sha256:${'0'.repeat(64)}` })), ...badCursor },
  unprovoked: { ACTIVITY_NOT_DECIDABLE: 'needs an activity of a type that the target no longer knows' },
} satisfies Story;
