import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPolicy'],
  input: (_, policy) => ({ policyId: policy?.output.policyId }),
  shows: ({ policyId }, _, policy) => ({ policy: { policyId, ...policy?.input } }),
  refusals: unknown('policyId'),
} satisfies Story;
