import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { PolicyParams } from '../../fields/policies/policy.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('create_policies', {
  tag: 'Policies',
  summary: 'Create policies',
  description:
    'Stores policies, which take effect immediately. Either all of them are created or none. No two policies of an organization have the same name, and an organization has at most 100.',
  intent: version(
    1,
    z.strictObject({ policies: z.array(PolicyParams).min(1).max(100).describe('The policies to create.') }),
  ),
  result: version(
    1,
    z.object({
      policyIds: z.array(id('A policy.')).describe('The created policies, in the order of the request.'),
    }),
  ),
  policy: { resource: 'POLICY', action: 'CREATE' },
  errors: ['INVALID_POLICY', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: {
      policies: [
        example.policy,
        {
          policyName: 'No exports',
          effect: 'EFFECT_DENY',
          condition: "activity.action == 'EXPORT'",
          notes: '',
        },
      ],
    },
    result: { policyIds: [example.policyId, example.otherPolicyId] },
  },
});
