import type { PolicyVerdict } from '../../policies/evaluation/evaluate-policies.ts';

/** What the decision about an activity depends on. */
export interface Evidence {
  readonly rootThreshold: number;
  /** The number of root users who approve it: not deleted, and with a valid credential. */
  readonly rootApprovals: number;
  readonly isRoot: boolean;
  /** Whether it only manages the caller's own credentials. */
  readonly isOwnCredential: boolean;
  /** Whether it acts on whoever is the caller, such as a login. An approval would carry it out for the user who approves. */
  readonly isForCaller: boolean;
  /** Whether it is for a user who has not approved it. */
  readonly isForAnother: boolean;
  /** Whether it changes a root user who has not approved it. */
  readonly lacksRootUser: boolean;
  /** Whether the sign-up proxy submits what it is for. */
  readonly isOfProxy: boolean;
  /** Whether only the root quorum can allow it. */
  readonly isRootQuorumOnly: boolean;
  /** Whether it is outside the scope of the caller's session. */
  readonly isOutOfScope: boolean;
}

export type Decision = 'allowed' | 'consensusNeeded' | 'denied';

/** Checks the built-in denials, then the root quorum. Undefined if policies decide. */
export function authorizeBuiltIn(evidence: Omit<Evidence, 'lacksRootUser'>): Decision | undefined {
  const { rootThreshold, rootApprovals, isRoot, isForAnother, isOfProxy, isRootQuorumOnly, isOutOfScope } = evidence;
  if (isForAnother || isOutOfScope) return 'denied';
  if (rootApprovals >= rootThreshold || isOfProxy) return 'allowed';
  if (!isRootQuorumOnly) return undefined;
  return isRoot ? 'consensusNeeded' : 'denied';
}

/**
 * Decides by what the policies say, then by the defaults. The root quorum can still approve what policies deny. What policies
 * allow about a root user waits for the approval of that user, or of the root quorum.
 */
export function authorizeByPolicies(
  { isRoot, isOwnCredential, isForCaller, lacksRootUser }: Evidence,
  outcome: PolicyVerdict['outcome'],
): Decision {
  if (outcome === 'OUTCOME_ALLOW' || (isOwnCredential && outcome !== 'OUTCOME_DENY_EXPLICIT'))
    return lacksRootUser ? 'consensusNeeded' : 'allowed';
  if (isForCaller) return 'denied';
  return isRoot || outcome === 'OUTCOME_REQUIRES_CONSENSUS' ? 'consensusNeeded' : 'denied';
}
