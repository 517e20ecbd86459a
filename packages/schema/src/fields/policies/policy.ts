import { z } from 'zod';
import { component } from '../../component.ts';
import { id, label, remarks, storedLabel, text } from '../../vocabulary.ts';
import { Timestamp } from '../timestamp.ts';

export const Effect = component(
  'Effect',
  'What a policy does when it applies. EFFECT_DENY overrides every EFFECT_ALLOW.',
  z.enum(['EFFECT_ALLOW', 'EFFECT_DENY']),
);

export const policyName = (spelled = label) =>
  spelled('Human-readable name of the policy, unique in the organization.', 'Payments to the exchange');

export const condition = (more = '') =>
  text(`Which activities the policy applies to, as an expression of at most 4,096 characters.${more}`).meta({
    examples: ["activity.resource == 'WALLET'"],
  });

export const consensus = (more = '') =>
  text(`Who must approve the activity, as an expression of at most 4,096 characters.${more}`).meta({
    examples: ['approvers.count() >= 2'],
  });

export const time = (more = '') =>
  text(`When the policy applies, as an expression of at most 4,096 characters.${more}`).meta({
    examples: ["time.now < Timestamp('2027-01-01T00:00:00Z')"],
  });

export const unlimited = ' If absent or empty, it is always true.';

/** What a new policy is made of. */
export const newPolicy = {
  policyName: policyName(),
  effect: Effect,
  condition: condition(unlimited).optional(),
  consensus: consensus(unlimited).optional(),
  notes: remarks('Free-form notes; may be empty.'),
  time: time(unlimited).optional(),
};

export const PolicyParams = component('PolicyParams', 'A policy to create.', z.strictObject(newPolicy));

export const Policy = component(
  'Policy',
  'A rule about who may do what. It applies to an activity if its condition, its consensus and its time are all true.',
  z.object({
    policyId: id('The policy.'),
    policyName: policyName(storedLabel),
    effect: Effect,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    notes: text('Free-form notes; may be empty.'),
    consensus: consensus(' If empty, it is always true.'),
    condition: condition(' If empty, it is always true.'),
    time: time(' Absent if the policy applies at any time.').optional(),
  }),
);
