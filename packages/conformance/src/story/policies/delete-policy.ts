import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPolicy'],
  input: (_, policy) => ({ policyId: policy?.output.policyId }),
  shows: ({ policyId }) => ({ policyId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: unknown('policyId'),
} satisfies Story;
