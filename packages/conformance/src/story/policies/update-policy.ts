import { saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPolicy'],
  input: (stage, policy) => ({
    policyId: policy?.output.policyId,
    policyName: stage.newName('No wallets'),
    policyEffect: 'EFFECT_DENY',
    policyCondition: "activity.resource == 'WALLET'",
    policyConsensus: '',
    policyNotes: '',
    time: '',
  }),
  shows: ({ policyId }) => ({ policyId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...unknown('policyId'),
    INVALID_POLICY: saying(() => ({ time: 'time.now' })),
    ALREADY_EXISTS: async (_, call) => {
      const { policyName } = call.input;
      await call.by.call('createPolicyOrThrow', { policyName, effect: 'EFFECT_ALLOW', condition: 'false', notes: '' });
      return call;
    },
  },
  older: { ACTIVITY_TYPE_UPDATE_POLICY: ({ time: _, ...input }) => input },
} satisfies Story;
