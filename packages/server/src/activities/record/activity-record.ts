import type { Activity } from '@mintmark/schema';
import type { z } from 'zod';
import { activityTypes } from '../../core/handlers/activity-types.ts';
import type { Caller } from '../../core/model/caller.ts';
import { timestamp } from '../../core/model/timestamp.ts';
import { storedParameters } from '../../core/requests/read-activity.ts';
import { type AppProofRow, appProofRecords } from '../../custody/proofs/app-proof-row.ts';
import { type ActivityRow, stampedBytes, type VoteRow } from './activity-row.ts';
import { voterRecordOf } from './voter-record.ts';

export type ActivityRecord = z.output<typeof Activity>;

interface Seen {
  readonly caller: Caller;
  readonly mayVote: boolean;
  readonly proofs: readonly AppProofRow[];
}

/**
 * An activity as a caller sees it now.
 *
 * @param mayVote Whether the caller's vote would count, if the activity waits for votes.
 * @param proofs Those of this activity.
 */
export function activityRecord(
  row: ActivityRow,
  votes: readonly VoteRow[],
  { caller, mayVote, proofs }: Seen,
): ActivityRecord {
  const canVote =
    row.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && mayVote && caller.organization.id === row.organizationId;
  const hasApproved = votes.some(
    ({ userId, selection }) => userId === caller.userId && selection === 'VOTE_SELECTION_APPROVED',
  );
  return {
    ...activityForAll(row, votes),
    canApprove: canVote && !hasApproved,
    canReject: canVote,
    ...(proofs.length > 0 && { appProofs: appProofRecords(proofs) }),
  };
}

/** An activity without its proofs, and without what depends on who sees it. */
export function activityForAll(
  row: ActivityRow,
  votes: readonly VoteRow[],
): Omit<ActivityRecord, 'canApprove' | 'canReject'> {
  const entry = activityTypes.get(row.type);
  if (!entry) throw new Error(`stored activity ${row.id} has the unknown type ${row.type}`);
  return {
    id: row.id,
    organizationId: row.organizationId,
    status: row.status,
    type: row.type,
    intent: { [entry.intentKey]: storedParameters(row) },
    result: row.result === null ? {} : { [entry.resultKey]: JSON.parse(row.result) },
    votes: votes.map((vote) => voteRecord(vote, row)),
    fingerprint: `sha256:${Buffer.from(row.fingerprint).toString('hex')}`,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(row.failure !== null && { failure: JSON.parse(row.failure) }),
  };
}

const voteRecord = (vote: VoteRow, activity: ActivityRow): ActivityRecord['votes'][number] => ({
  id: vote.id,
  userId: vote.userId,
  user: voterRecordOf(vote.voter).user,
  activityId: vote.activityId,
  selection: vote.selection,
  message: Buffer.from(stampedBytes(vote, activity)).toString(),
  publicKey: vote.publicKey,
  signature: vote.signature,
  scheme: vote.scheme,
  createdAt: timestamp(vote.createdAt),
});
