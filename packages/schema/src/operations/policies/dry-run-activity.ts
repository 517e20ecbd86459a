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
    'Says whether an activity would be allowed, and why. With request, it is an activity that the caller would submit now: the checks are those of a submission, up to the decision. With activityId, it is a past activity, which is decided again: by the policies, users, wallets and contract interfaces as they are now, as a request of the user who submitted it, with the approvals that it had, at the time of the decision. With proposedPolicies or withoutPolicyIds, the decision is made as if the policies of the organization had been changed. Nothing is executed or stored. It is a query of its own, not a header of the activity: a proxy could drop a header, and the activity would then be executed.',
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
        'Policies that decide as if they were stored. Only for activities of users of this organization: those of the parent decide about what its users submit. A stored policy is replaced or left out at most once.',
      )
      .optional(),
    withoutPolicyIds: z
      .array(id('A policy.'))
      .max(100)
      .describe('Stored policies that do not decide, as if they were deleted.')
      .optional(),
    withValues: z.boolean().describe('Whether to return what policies see of a past activity.').optional(),
  }),
  response: z.object({
    outcome: Outcome,
    reason: text('Why, in words for people. Only for a past activity.')
      .meta({ examples: ['allowed by "Payments to the exchange"'] })
      .optional(),
    policies: z
      .array(PolicyExplanation)
      .describe('What each policy would decide, and why. Empty if something else decides, such as the root quorum.'),
    missingApprovals: z
      .array(MissingApproval)
      .describe('What would release the activity if it waited for approvals; otherwise empty.'),
    values: z
      .array(ActivityValue)
      .describe(
        'What policies see of the activity, such as the decoded transaction: recipients, amounts, fees and what is called first, at most 300 values, of which long ones are cut. Only with withValues, for a past activity.',
      )
      .optional(),
    omittedValues: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .meta({
        description:
          'How many values are missing in values, or are cut there. list_activity_values returns all of them in full. Present whenever values is.',
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
