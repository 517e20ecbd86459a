import type { components } from '@mintmark/client';

type Outcome = components['schemas']['Outcome'];

/** What all policies together decide. */
export const decisionWords: Readonly<Record<Outcome, string>> = {
  OUTCOME_ALLOW: 'Allowed',
  OUTCOME_DENY_EXPLICIT: 'Denied by a policy',
  OUTCOME_DENY_IMPLICIT: 'Denied: nothing allows it',
  OUTCOME_REQUIRES_CONSENSUS: 'Waits for approvals',
  OUTCOME_REJECTED: 'Rejected',
  OUTCOME_ERROR: 'A policy could not be evaluated',
  OUTCOME_REQUIRES_AUTHENTICATORS: 'Waits for an authenticator',
  OUTCOME_TIME_INACTIVE: 'Not at this time',
};

/** What one policy says. */
export const policyWords: Readonly<Record<Outcome, string>> = {
  OUTCOME_ALLOW: 'allows it',
  OUTCOME_DENY_EXPLICIT: 'denies it',
  OUTCOME_DENY_IMPLICIT: 'does not apply',
  OUTCOME_REQUIRES_CONSENSUS: 'waits for approvals',
  OUTCOME_REJECTED: 'was rejected',
  OUTCOME_ERROR: 'could not be evaluated',
  OUTCOME_REQUIRES_AUTHENTICATORS: 'waits for an authenticator',
  OUTCOME_TIME_INACTIVE: 'does not apply at this time',
};

/** Whether a policy had a part in the decision. One that does not apply had none. */
export const tookPart = (outcome: Outcome): boolean =>
  outcome !== 'OUTCOME_DENY_IMPLICIT' && outcome !== 'OUTCOME_TIME_INACTIVE';

/** The kind of notice that fits. */
export const kindOf = (outcome: Outcome): 'good' | 'warning' | 'bad' => {
  if (outcome === 'OUTCOME_ALLOW') return 'good';
  return outcome === 'OUTCOME_REQUIRES_CONSENSUS' || outcome === 'OUTCOME_REQUIRES_AUTHENTICATORS' ? 'warning' : 'bad';
};
