import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { MissingApproval, PolicyExplanation } from '../../fields/policies/dry-run.ts';
import { Outcome } from '../../fields/policies/outcome.ts';
import { nonEmptyText, organizationId } from '../../vocabulary.ts';

const { policy, policyId, otherPolicyId } = example;

export default defineQuery('dry_run_activity', {
  tag: 'Policies',
  summary: 'Dry-run an activity',
  description:
    'Says whether an activity would be allowed if the caller submitted it now, and why. It makes the checks that a submission makes, up to the decision. Nothing is executed or stored. It is a query, because a mark in a header could be dropped on the way, and the activity would then be executed.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the activity would be submitted in.'),
    request: nonEmptyText('The exact text of the body that would be submitted.'),
  }),
  response: z.object({
    outcome: Outcome,
    policies: z.array(PolicyExplanation).describe('What each policy would decide, and why.'),
    missingApprovals: z
      .array(MissingApproval)
      .describe('What would release the activity if it waited for approvals; otherwise empty.'),
  }),
  example: {
    request: {
      organizationId: example.organizationId,
      request: JSON.stringify({
        type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
        timestampMs: example.timestampMs,
        organizationId: example.organizationId,
        parameters: {
          signWith: example.walletAddress,
          unsignedTransaction: example.unsignedTransaction,
          type: 'TRANSACTION_TYPE_ETHEREUM',
        },
      }),
    },
    response: {
      outcome: 'OUTCOME_REQUIRES_CONSENSUS',
      policies: [
        {
          policyId,
          policyName: policy.policyName,
          outcome: 'OUTCOME_REQUIRES_CONSENSUS',
          expression: policy.consensus,
          values: [{ name: 'approvers.count()', value: '1' }],
        },
        {
          policyId: otherPolicyId,
          policyName: 'No exports',
          outcome: 'OUTCOME_DENY_IMPLICIT',
          expression: "activity.action == 'EXPORT'",
          values: [{ name: 'activity.action', value: "'SIGN'" }],
        },
      ],
      missingApprovals: [
        { policyId, consensus: policy.consensus, userIds: [example.otherUserId] },
        { consensus: '', threshold: 1, userIds: [example.otherUserId] },
      ],
    },
  },
});
