import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Policy } from '../../fields/policies/policy.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_policies', {
  tag: 'Policies',
  summary: 'List policies',
  description: 'Lists the policies of the organization, newest first.',
  request: z.strictObject({ organizationId: organizationId('The organization that has the policies.') }),
  response: z.object({ policies: z.array(Policy).describe('The policies.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: { policies: [example.policyRecord] },
  },
});
