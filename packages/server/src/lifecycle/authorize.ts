/** What the decision about an activity depends on. */
interface Evidence {
  readonly rootThreshold: number;
  /** The number of root users who approve it: not deleted, and with a valid credential. */
  readonly rootApprovals: number;
  readonly isRoot: boolean;
  /** Whether it only manages the caller's own credentials. */
  readonly isOwnCredential: boolean;
  /** Whether it is for a user who has not approved it. */
  readonly isForAnother: boolean;
  /** Whether the sign-up proxy submits what it is for. */
  readonly isOfProxy: boolean;
}

export type Decision = 'allowed' | 'consensusNeeded' | 'denied';

/** Checks the built-in denials, the root quorum, then the defaults. Everything else is denied until there are policies. */
export function authorize(evidence: Evidence): Decision {
  const { rootThreshold, rootApprovals, isRoot, isOwnCredential, isForAnother, isOfProxy } = evidence;
  if (isForAnother) return 'denied';
  if (rootApprovals >= rootThreshold || isOwnCredential || isOfProxy) return 'allowed';
  return isRoot ? 'consensusNeeded' : 'denied';
}
