import { z } from 'zod';
import { component } from '../../component.ts';

export const Outcome = component(
  'Outcome',
  'What one policy, or all of them together, decided about an activity. OUTCOME_DENY_EXPLICIT: a policy with EFFECT_DENY applies. OUTCOME_DENY_IMPLICIT: nothing allows it. OUTCOME_REQUIRES_CONSENSUS: approvals are missing. OUTCOME_ERROR: the policy could not be evaluated. OUTCOME_TIME_INACTIVE: the policy does not apply at this time.',
  z.enum([
    'OUTCOME_ALLOW',
    'OUTCOME_DENY_EXPLICIT',
    'OUTCOME_DENY_IMPLICIT',
    'OUTCOME_REQUIRES_CONSENSUS',
    'OUTCOME_REJECTED',
    'OUTCOME_ERROR',
    'OUTCOME_REQUIRES_AUTHENTICATORS',
    'OUTCOME_TIME_INACTIVE',
  ]),
);
