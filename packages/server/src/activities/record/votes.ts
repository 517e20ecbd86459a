import { randomUUID } from 'node:crypto';
import type { Caller } from '../../core/model/caller.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { UserRow } from '../../identity/users/user-record.ts';
import type { Sql, Statement, TransactionSql } from '../../storage/store/database.ts';
import type { ActivityRow, VoteRow } from './activity-row.ts';
import { isBody, isStampedBy, speaksOf, stampedAt } from './vote-evidence.ts';
import { type Approver, approverWith } from './voter.ts';

/** The votes on activities, oldest first. */
export async function votesOn(
  sql: Sql,
  organization: Organization,
  activityIds: readonly string[],
): Promise<VoteRow[]> {
  if (activityIds.length === 0) return [];
  return sql<VoteRow[]>`
    select * from votes
    where ${ofOrganization(sql, organization)} and activity_id = any(${[...activityIds]}::uuid[])
    order by created_at, id`;
}

interface NewVote extends Pick<VoteRow, 'selection' | 'createdAt'> {
  readonly caller: Caller;
  /** The bytes that the caller stamped. */
  readonly body: Uint8Array;
  /** The voter as the activity shows it, as JSON. */
  readonly voter: string;
  readonly activity: Pick<ActivityRow, 'id' | 'body'>;
}

/** Creates the vote of a user on an activity. */
export const newVote = ({ caller, body, voter, activity, selection, createdAt }: NewVote): VoteRow => ({
  activityId: activity.id,
  id: randomUUID(),
  userId: caller.userId,
  credentialId: caller.credentialId,
  selection,
  message: Buffer.from(activity.body).equals(body) ? null : body,
  ...caller.stamp,
  voter,
  createdAt,
});

/** What makes a vote replace the user's earlier vote on the activity. */
export const replaceEarlierVotes = (sql: TransactionSql): Statement => sql`
  on conflict (organization_id, activity_id, user_id) do update set
    id = excluded.id, credential_id = excluded.credential_id, selection = excluded.selection,
    message = excluded.message, public_key = excluded.public_key, signature = excluded.signature,
    scheme = excluded.scheme, voter = excluded.voter, created_at = excluded.created_at`;

/** How long approvals count, and for how long a body can be sent as an approval. */
export const approvalsLast = 24 * 60 * 60 * 1000;
/** For how long after its timestamp a new body or a ballot is accepted. */
export const votesWithin = 60 * 60 * 1000;

/**
 * The users whose approval counts now, by id. Each has voted on this activity with a credential that is still valid. The stamp is
 * verified again, so that nobody can approve by writing to the database.
 */
export async function countApprovers(
  activity: ActivityRow,
  votes: readonly VoteRow[],
  users: ReadonlyMap<string, UserRow>,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<Map<string, Approver>> {
  const approvers = new Map<string, Approver>();
  for (const vote of votes) {
    if (vote.selection !== 'VOTE_SELECTION_APPROVED' || vote.createdAt < since) continue;
    const user = users.get(vote.userId);
    const approver = user && approverWith(user, vote.credentialId, now);
    // From the stamped bytes: the time in the row is not authenticated, and changing it would revive a lapsed vote.
    const longest = isBody(vote, activity) ? approvalsLast : votesWithin;
    const isInTime = since.getTime() - stampedAt(vote, activity) <= longest;
    if (!approver || !isInTime || !speaksOf(vote, activity)) continue;
    if (await isStampedBy(vote, activity, approver.credential)) approvers.set(user.id, approver);
  }
  return approvers;
}
