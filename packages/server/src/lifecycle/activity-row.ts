import type { AuthorityRows } from '../authority/authority-tables.ts';
import type { Authenticated } from '../authority/row-macs.ts';

/** An activity as the store has it. */
export interface ActivityRow extends Authenticated<AuthorityRows['activities']> {
  readonly status: ActivityStatus;
}

export type ActivityStatus =
  | 'ACTIVITY_STATUS_COMPLETED'
  | 'ACTIVITY_STATUS_FAILED'
  | 'ACTIVITY_STATUS_CONSENSUS_NEEDED'
  | 'ACTIVITY_STATUS_REJECTED';

export interface VoteRow {
  readonly activityId: string;
  readonly id: string;
  readonly userId: string;
  readonly credentialId: string;
  readonly selection: 'VOTE_SELECTION_APPROVED' | 'VOTE_SELECTION_REJECTED';
  readonly message: Uint8Array;
  readonly publicKey: string;
  readonly signature: string;
  readonly scheme: string;
  readonly voter: string;
  readonly createdAt: Date;
}
