import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { ActivityPolicyEvaluation } from '../../fields/policies/activity-policy-evaluation.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_policy_evaluations', {
  tag: 'Policies',
  summary: 'Get policy evaluations',
  description:
    'Returns what the policies decided about an activity: once for each vote, and once for each submission that was denied, oldest first. A denied submission is not a vote, so its voteId is empty.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the activity belongs to.'),
    activityId: id('The activity.'),
  }),
  response: z.object({
    policyEvaluations: z.array(ActivityPolicyEvaluation).describe('The evaluations, oldest first.'),
  }),
  errors: ['ACTIVITY_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, activityId: example.activityId },
    response: { policyEvaluations: [example.policyEvaluation] },
  },
});
