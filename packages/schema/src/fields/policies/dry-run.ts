import { z } from 'zod';
import { component } from '../../define/component.ts';
import { id, text } from '../../vocabulary.ts';
import { Outcome } from './outcome.ts';
import { policyName } from './policy.ts';

export const PolicyValue = component(
  'PolicyValue',
  'A value that an expression saw.',
  z.object({
    name: text('What the expression calls it.').meta({ examples: ['eth.tx.value'] }),
    value: text('The value, as the policy language writes it.').meta({ examples: ['1000000000000000000'] }),
  }),
);

export const PolicyExplanation = component(
  'PolicyExplanation',
  'What one policy would decide, and why.',
  z.object({
    policyId: id('The policy.'),
    policyName: policyName(),
    outcome: Outcome,
    expression: text('The part of the expressions of the policy that decided; empty if they are all empty.').meta({
      examples: ['eth.tx.value <= 1000000000000000000'],
    }),
    values: z.array(PolicyValue).describe('What that part saw.'),
  }),
);

export const MissingApproval = component(
  'MissingApproval',
  'One way to get the approvals that the activity lacks. Each entry is enough by itself.',
  z.object({
    policyId: id('The policy whose consensus is missing. Absent for the root quorum.').optional(),
    consensus: text('The consensus of the policy. Empty for the root quorum.').meta({
      examples: ['approvers.count() >= 2'],
    }),
    threshold: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .meta({ description: 'How many root users still have to approve. Only for the root quorum.', examples: [1] })
      .optional(),
    userIds: z.array(id('A user.')).describe('The users whose approval would count.'),
  }),
);
