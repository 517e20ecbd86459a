import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { ActivityValue } from '../../fields/policies/activity-value.ts';
import {
  MissingApproval,
  maxProposedPolicies,
  PolicyExplanation,
  ProposedPolicy,
} from '../../fields/policies/dry-run.ts';
import { Outcome } from '../../fields/policies/outcome.ts';
import { id, nonEmptyText, organizationId, text } from '../../vocabulary.ts';

const { policy, policyId, otherPolicyId } = example;

export default defineQuery('dry_run_activity', {
  tag: 'Policies',
  summary: 'Dry-run an activity',
  description:
    'Returns whether an activity would be allowed, and why. With request, this is an activity that the caller would submit now: the checks are those of a submission, up to the decision. With activityId, this is a past activity. It is re-evaluated with the current policies, users, wallets and contract interfaces, as a request of the user who submitted it, with the approvals that it had, at the time of the original decision. With proposedPolicies or withoutPolicyIds, the decision is made as if the policies of the organization had been changed. Nothing is executed or stored. This is a separate query and not a header of the activity: a proxy could drop a header, and the activity would then be executed.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the activity would be submitted in, or ran in.'),
    request: nonEmptyText(
      'The exact text of the body that would be submitted. Exactly one of request and activityId is required.',
    ).optional(),
    activityId: id('A past activity of the organization, instead of request.').optional(),
    proposedPolicies: z
      .array(ProposedPolicy)
      .max(maxProposedPolicies)
      .describe(
        'Policies to evaluate as if they were stored. Only for activities of users of this organization: the policies of the parent decide about activities that its users submit. A stored policy can be replaced or left out at most once.',
      )
      .optional(),
    withoutPolicyIds: z
      .array(id('A policy.'))
      .max(100)
      .describe('Stored policies to ignore, as if they were deleted.')
      .optional(),
    withValues: z.boolean().describe('Whether to return the values of a past activity that policies see.').optional(),
  }),
  response: z.object({
    outcome: Outcome,
    reason: text('Human-readable reason for the outcome. Only for a past activity.')
      .meta({ examples: ['allowed by "Payments to the exchange"'] })
      .optional(),
    policies: z
      .array(PolicyExplanation)
      .describe('What each policy would decide, and why. Empty if something else decides, such as the root quorum.'),
    missingApprovals: z
      .array(MissingApproval)
      .describe('The approvals that would release the activity if it has to wait for approvals; otherwise empty.'),
    values: z
      .array(ActivityValue)
      .describe(
        'The values of the activity that policies see, such as the decoded transaction, with recipients, amounts, fees and calls first. At most 300 values; long ones are truncated. Only with withValues, for a past activity.',
      )
      .optional(),
    omittedValues: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .meta({
        description:
          'How many values the list omits or truncates. list_activity_values returns all of them in full. Present whenever values is.',
        examples: [0],
      })
      .optional(),
  }),
  errors: [
    'ACTIVITY_NOT_FOUND',
    'ACTIVITY_NOT_DECIDABLE',
    'INVALID_POLICY',
    'RESOURCE_NOT_FOUND',
    'ALREADY_EXISTS',
    'RESOURCE_LIMIT_EXCEEDED',
  ],
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
