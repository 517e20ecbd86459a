import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Policy } from '../../fields/policies/policy.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_policy', {
  tag: 'Policies',
  summary: 'Get a policy',
  description: 'Returns one policy of the organization.',
  request: z.strictObject({
    organizationId: organizationId('The organization that has the policy.'),
    policyId: id('The policy.'),
  }),
  response: z.object({ policy: Policy }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, policyId: example.policyId },
    response: { policy: example.policyRecord },
  },
});
