import { ownerOfAllPolicies } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  input: (stage) => ({
    policyName: stage.newName('Wallets'),
    effect: 'EFFECT_ALLOW',
    condition: "activity.resource == 'WALLET' && activity.action == 'CREATE'",
    consensus: 'approvers.count() >= 2',
    notes: 'Two people make a wallet.',
    time: "time.now > Timestamp('2026-01-01T00:00:00Z')",
  }),
  fails: 'INVALID_POLICY',
  refusals: {
    INVALID_POLICY: saying(() => ({ condition: "activity.colour == 'red'" })),
    ALREADY_EXISTS: async (_, call) => {
      await call.by.call('createPolicyOrThrow', call.input);
      return call;
    },
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => ({ ...call, by: await ownerOfAllPolicies(stage) }),
  },
} satisfies Story;
