import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_policies', {
  tag: 'Policies',
  summary: 'Delete policies',
  description: 'Deletes policies. Either all of them are deleted or none.',
  intent: version(
    1,
    z.strictObject({ policyIds: z.array(id('A policy.')).min(1).describe('The policies to delete.') }),
  ),
  result: version(1, z.object({ policyIds: z.array(id('A policy.')).describe('The policies that were deleted.') })),
  policy: { resource: 'POLICY', action: 'DELETE' },
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    parameters: { policyIds: [example.policyId, example.otherPolicyId] },
    result: { policyIds: [example.policyId, example.otherPolicyId] },
  },
});
