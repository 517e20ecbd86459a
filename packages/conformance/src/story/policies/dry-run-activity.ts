import type { Story } from '../story.ts';

export default {
  input: (stage) => ({
    request: JSON.stringify({
      type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
      timestampMs: String(Date.now()),
      organizationId: stage.root.organizationId,
      parameters: { userTagName: stage.newName('Tag'), userIds: [] },
    }),
  }),
  shows: () => ({ outcome: 'OUTCOME_ALLOW', policies: [], missingApprovals: [] }),
} satisfies Story;
