import { z } from 'zod';
import { component } from '../../component.ts';
import { id, storedLabel, text } from '../../vocabulary.ts';
import { Outcome } from './outcome.ts';
import { condition, consensus, Effect, policyName, time, unlimited } from './policy.ts';

/** How many policies one dry run can propose. Each of them has to be compiled. */
export const maxProposedPolicies = 20;

export const ProposedPolicy = component(
  'ProposedPolicy',
  'A policy that is not stored.',
  z.strictObject({
    policyId: id('The stored policy that this one replaces. If absent, this one is an additional policy.').optional(),
    policyName: policyName(),
    effect: Effect,
    condition: condition(unlimited).optional(),
    consensus: consensus(unlimited).optional(),
    time: time(unlimited).optional(),
  }),
);

/** In place of the id of a policy that is not stored, where an id is required. */
export const noPolicyId = '00000000-0000-0000-0000-000000000000';

const proposedIndex = z
  .int()
  .min(0)
  .max(maxProposedPolicies - 1)
  .meta({
    description: 'Zero-based position of the policy in proposedPolicies. Absent if the policy was not proposed.',
    examples: [0],
  })
  .optional();

export const PolicyValue = component(
  'PolicyValue',
  'A value that an expression used.',
  z.object({
    name: text('Name of the value in the expression.').meta({ examples: ['eth.tx.value'] }),
    value: text('The value, in the syntax of the policy language.').meta({ examples: ['1000000000000000000'] }),
  }),
);

export const PolicyExplanation = component(
  'PolicyExplanation',
  'What one policy would decide, and why.',
  z.object({
    policyId: id(`The policy. ${noPolicyId} if it is proposed as an additional one, because it has no ID yet.`),
    proposedIndex,
    policyName: policyName(storedLabel),
    outcome: Outcome,
    expression: text('The part of the policy expressions that decided; empty if all of them are empty.').meta({
      examples: ['eth.tx.value <= 1000000000000000000'],
    }),
    values: z.array(PolicyValue).describe('The values that this part used.'),
  }),
);

export const MissingApproval = component(
  'MissingApproval',
  'One way to get the missing approvals of the activity. Each entry is sufficient on its own.',
  z.object({
    policyId: id(
      `The policy whose consensus is missing; ${noPolicyId} if it is proposed as an additional one. Absent for root users.`,
    ).optional(),
    proposedIndex,
    consensus: text('The consensus of the policy. Empty for root users.').meta({
      examples: ['approvers.count() >= 2'],
    }),
    threshold: z
      .int()
      .min(1)
      .max(2 ** 31 - 1)
      .meta({ description: 'How many more root users must approve. Only for root users.', examples: [1] })
      .optional(),
    userIds: z.array(id('A user.')).describe('The users whose approval would count.'),
  }),
);
