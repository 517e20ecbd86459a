import { ownerOfAllPolicies } from '../limits.ts';
import { saying, unknownId } from '../refusals.ts';
import type { Story } from '../story.ts';

const proposal = (policyName: string, more: object = {}) => ({ policyName, effect: 'EFFECT_ALLOW', ...more });

export default {
  input: (stage) => ({
    request: JSON.stringify({
      type: 'ACTIVITY_TYPE_CREATE_USER_TAG',
      timestampMs: String(Date.now()),
      organizationId: stage.root.organizationId,
      parameters: { userTagName: stage.newName('Tag'), userIds: [] },
    }),
    proposedPolicies: [proposal(stage.newName('Proposed'), { condition: "activity.action == 'CREATE'" })],
  }),
  shows: () => ({ outcome: 'OUTCOME_ALLOW', policies: [], missingApprovals: [] }),
  refusals: {
    ACTIVITY_NOT_FOUND: saying(() => ({ request: undefined, activityId: unknownId })),
    ACTIVITY_NOT_DECIDABLE: async (stage, call) => {
      const user = stage.newUser({ userTags: [] });
      const { userIds } = await stage.root.call('createUsersOrThrow', { users: [user] });
      const made = stage.newActor(stage.root.organizationId, userIds[0], user.apiKeys[0]?.publicKey ?? '');
      const apiKeys = [stage.newApiKey()];
      await made.call('createApiKeysOrThrow', { userId: made.userId, apiKeys });
      const { activities } = await stage.root.call('listActivities', { paginationOptions: { limit: '1' } });
      await stage.root.call('deleteUsersOrThrow', { userIds });
      return { ...call, input: { activityId: activities[0].id } };
    },
    INVALID_POLICY: saying(() => ({
      proposedPolicies: [proposal('Wrong', { condition: "activity.colour == 'red'" })],
    })),
    RESOURCE_NOT_FOUND: saying(() => ({ withoutPolicyIds: [unknownId] })),
    ALREADY_EXISTS: saying(() => ({ proposedPolicies: [proposal('Same'), proposal('Same')] })),
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => ({ ...call, by: await ownerOfAllPolicies(stage) }),
  },
} satisfies Story;
