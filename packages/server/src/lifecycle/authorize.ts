/** What the decision about an activity depends on. */
interface Evidence {
  readonly rootThreshold: number;
  /** The number of root users who approve it: not deleted, and with a valid credential. */
  readonly rootApprovals: number;
  readonly isRoot: boolean;
  /** Whether it only manages the caller's own credentials. */
  readonly isOwnCredential: boolean;
}

export type Decision = 'allowed' | 'consensusNeeded' | 'denied';

/** Checks the root quorum, then the defaults. Everything else is denied until there are policies. */
export function authorize({ rootThreshold, rootApprovals, isRoot, isOwnCredential }: Evidence): Decision {
  if (rootApprovals >= rootThreshold || isOwnCredential) return 'allowed';
  return isRoot ? 'consensusNeeded' : 'denied';
}
