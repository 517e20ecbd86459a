/** An activity as the store has it. */
export interface ActivityRow {
  readonly id: string;
  readonly organizationId: string;
  readonly type: string;
  readonly status: ActivityStatus;
  readonly fingerprint: Uint8Array;
  readonly body: Uint8Array;
  readonly result: string | null;
  readonly failure: string | null;
  readonly deniedUserId: string | null;
  readonly approvalsSince: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
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
