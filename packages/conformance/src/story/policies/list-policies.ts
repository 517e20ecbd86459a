import type { Story } from '../story.ts';

export default {
  after: ['createPolicy'],
  input: () => ({}),
  shows: (_, __, policy) => ({ policies: [{ policyId: policy?.output.policyId, ...policy?.input }] }),
} satisfies Story;
