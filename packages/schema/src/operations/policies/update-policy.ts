import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { condition, consensus, Effect, time } from '../../fields/policies/policy.ts';
import { id, label, remarks } from '../../vocabulary.ts';

const kept = ' If absent, it stays unchanged; if empty, it is always true.';

const parameters = {
  policyId: id('The policy to change.'),
  policyName: label('The new name. If absent, the name stays unchanged.', 'Payments to the exchange').optional(),
  policyEffect: Effect.optional(),
  policyCondition: condition(kept).optional(),
  policyConsensus: consensus(kept).optional(),
  policyNotes: remarks('The new notes. If absent, the notes stay unchanged.').optional(),
};

const result = () => z.object({ policyId: id('The policy that was changed.') });

const changes = { policyId: example.policyId, policyName: 'No payments', policyEffect: 'EFFECT_DENY' as const };

export default defineActivity(
  'update_policy',
  {
    tag: 'Policies',
    summary: 'Update a policy',
    description:
      'Changes a policy. Absent members stay unchanged. The changed policy also applies to activities that are waiting for approvals. An expression that does not compile is refused. No two policies of an organization have the same name.',
    intent: version(2, z.strictObject({ ...parameters, time: time(kept).optional() })),
    result: version(2, result()),
    policy: { resource: 'POLICY', action: 'UPDATE' },
    errors: ['INVALID_POLICY', 'RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
    example: {
      parameters: { ...changes, policyConsensus: '', time: "time.now < Timestamp('2027-01-01T00:00:00Z')" },
      result: { policyId: example.policyId },
    },
  },
  superseded(1, {
    change: 'Version 2 can also change when the policy applies.',
    parameters: z.strictObject(parameters),
    upgrade: (v1) => v1,
    result: version(1, result()),
    example: changes,
  }),
);
