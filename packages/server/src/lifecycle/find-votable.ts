import type { QueryContext } from '../contract/implement.ts';
import { readStoredActivity } from '../contract/read-activity.ts';
import { requireOrganization } from '../organizations/organization-row.ts';
import { readUsers } from '../users/user-record.ts';
import type { ActivityRow, VoteRow } from './activity-row.ts';
import { askPolicies, canCount } from './judge.ts';
import { callingApprover } from './voter.ts';
import { countApprovers } from './votes.ts';

interface Listed {
  readonly row: ActivityRow;
  readonly votes: readonly VoteRow[];
}

/** The ids of the activities that wait for votes and whose decision the caller's vote can change. */
export async function findVotable(context: QueryContext, listed: readonly Listed[]): Promise<ReadonlySet<string>> {
  const { sql, services, organization, caller, findHandler } = context;
  const waiting = listed.filter(({ row }) => row.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED');
  if (waiting.length === 0 || caller.organization.id !== organization.id) return new Set();
  if (caller.isRoot) return new Set(waiting.map(({ row }) => row.id));
  const home = await requireOrganization({ sql, services, organization });
  if (home.policiesDigest === null) return new Set();
  const voterIds = waiting.flatMap(({ votes }) => votes.map(({ userId }) => userId));
  const users = new Map(
    (await readUsers({ sql, services, organization }, [caller.userId, ...voterIds])).map((user) => [user.id, user]),
  );
  const now = services.clock();
  const user = users.get(caller.userId);
  const approver = user && callingApprover(user, caller, now);
  if (!approver) return new Set();
  const votable = new Set<string>();
  for (const { row, votes } of waiting) {
    const { subject } = readStoredActivity(row, findHandler);
    const counted = await countApprovers(row, votes, users, { since: row.approvalsSince, now });
    counted.set(approver.user.id, approver);
    const verdict = await askPolicies(context, { subject, home, approvers: [...counted.values()], now });
    if (canCount(verdict, approver, now)) votable.add(row.id);
  }
  return votable;
}
