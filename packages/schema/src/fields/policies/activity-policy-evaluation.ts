import { z } from 'zod';
import { component } from '../../component.ts';
import { id, organizationId, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';
import { Outcome } from './outcome.ts';

export const PolicyOutcome = component(
  'PolicyOutcome',
  'What one policy decided.',
  z.object({ policyId: id('The policy, which may have been deleted since.').optional(), outcome: Outcome.optional() }),
);

export const ActivityPolicyEvaluation = component(
  'ActivityPolicyEvaluation',
  'What the policies decided when a user voted on an activity, or submitted one that was denied.',
  z.object({
    id: id('The evaluation.'),
    activityId: id('The activity.'),
    organizationId: organizationId('The organization that the activity belongs to.'),
    voteId: text(
      'The vote that was evaluated. Empty if the submission was denied: a denied submission is not a vote.',
    ).meta({ examples: ['0199c3a4-9f27-7a05-96de-8c3b71f04e2d'] }),
    policyEvaluations: z.array(PolicyOutcome).describe('What each policy decided.'),
    createdAt: Timestamp,
  }),
);
