/** What is known about an activity when it is decided whether it may run. */
interface Evidence {
  readonly rootThreshold: number;
  /** Root users who approve it, alive and with a live credential. */
  readonly rootApprovals: number;
  readonly isRoot: boolean;
  /** Whether it only manages credentials of the caller's own. */
  readonly isOwnCredential: boolean;
}

export type Decision = 'allowed' | 'consensusNeeded' | 'denied';

/** The order of authorization: the root quorum, then the defaults. Until there are policies, all else is denied. */
export function authorize({ rootThreshold, rootApprovals, isRoot, isOwnCredential }: Evidence): Decision {
  if (rootApprovals >= rootThreshold || isOwnCredential) return 'allowed';
  return isRoot ? 'consensusNeeded' : 'denied';
}
