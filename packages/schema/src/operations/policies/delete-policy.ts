import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_policy', {
  tag: 'Policies',
  summary: 'Delete a policy',
  description:
    'Deletes a policy. It no longer applies to anything, including activities that are waiting for approvals.',
  intent: version(1, z.strictObject({ policyId: id('The policy to delete.') })),
  result: version(1, z.object({ policyId: id('The policy that was deleted.') })),
  policy: { resource: 'POLICY', action: 'DELETE' },
  errors: ['RESOURCE_NOT_FOUND'],
  example: { parameters: { policyId: example.policyId }, result: { policyId: example.policyId } },
});
