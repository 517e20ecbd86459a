import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { newPolicy } from '../../fields/policies/policy.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('create_policy', {
  tag: 'Policies',
  summary: 'Create a policy',
  description:
    'Stores a policy, which takes effect immediately. It also applies to activities that are waiting for approvals. A policy with an expression that does not compile is refused. No two policies of an organization have the same name, and an organization has at most 100.',
  intent: version(3, z.strictObject(newPolicy)),
  result: version(1, z.object({ policyId: id('The policy that was created.') })),
  policy: { resource: 'POLICY', action: 'CREATE' },
  errors: ['INVALID_POLICY', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: { parameters: example.policy, result: { policyId: example.policyId } },
});
