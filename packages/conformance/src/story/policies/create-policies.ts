import { ownerOfAllPolicies } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Call, Story } from '../story.ts';

/** The same policies with other members. */
const changed = (change: object) =>
  saying(({ policies }: Call['input']) => ({
    policies: policies.map((policy: object) => ({ ...policy, ...change })),
  }));

export default {
  input: (stage) => ({
    policies: ['EFFECT_ALLOW', 'EFFECT_DENY'].map((effect) => ({
      policyName: stage.newName('Exports'),
      effect,
      condition: "activity.action == 'EXPORT'",
      notes: '',
    })),
  }),
  fails: 'ALREADY_EXISTS',
  refusals: {
    INVALID_POLICY: changed({ consensus: 'approvers' }),
    ALREADY_EXISTS: changed({ policyName: 'Twin' }),
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => ({ ...call, by: await ownerOfAllPolicies(stage) }),
  },
} satisfies Story;
