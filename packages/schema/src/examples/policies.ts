import { activityId } from './activities.ts';
import { organizationId } from './organizations.ts';
import { timestamp } from './timestamp.ts';
import { otherUserId } from './users.ts';
import { walletAddress } from './wallets.ts';

export const policyId = '0199c3a4-9a10-7c3d-8e52-6b1f0d94a7c8';
export const otherPolicyId = '0199c3a4-9a10-7c3e-a1b4-2d7e95c08f63';

/** A policy that lets one user release payments to one address. */
export const policy = {
  policyName: 'Payments to the exchange',
  effect: 'EFFECT_ALLOW' as const,
  condition: `eth.tx.to == '${walletAddress}'`,
  consensus: `approvers.any(user, user.id == '${otherUserId}')`,
  notes: 'Agreed with finance.',
};

export const policyRecord = { policyId, ...policy, createdAt: timestamp, updatedAt: timestamp };

/** What the policies decided about a vote. */
export const policyEvaluation = {
  id: '0199c3a4-9f27-7d41-b3a8-51c6e0f2d974',
  activityId,
  organizationId,
  voteId: '0199c3a4-9f27-7a05-96de-8c3b71f04e2d',
  policyEvaluations: [
    { policyId, outcome: 'OUTCOME_REQUIRES_CONSENSUS' as const },
    { policyId: otherPolicyId, outcome: 'OUTCOME_DENY_IMPLICIT' as const },
  ],
  createdAt: timestamp,
};
