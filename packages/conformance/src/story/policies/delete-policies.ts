import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createPolicies'],
  input: (_, policies) => ({ policyIds: policies?.output.policyIds }),
  shows: ({ policyIds }) => ({ policyIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: unknown('policyIds'),
} satisfies Story;
