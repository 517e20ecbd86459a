import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../contract/api-error.ts';
import type { QueryContext } from '../contract/implement.ts';
import { requireOrganization } from '../organizations/organization-row.ts';
import { readUsers } from '../users/user-record.ts';
import type { ActivityRow, VoteRow } from './activity-row.ts';
import { judgeExisting } from './judge-existing.ts';
import { callingApprover } from './voter.ts';

interface Listed {
  readonly row: ActivityRow;
  readonly votes: readonly VoteRow[];
}

/** The ids of the activities that wait for votes and whose decision the caller's vote can change. */
export async function findVotable(context: QueryContext, listed: readonly Listed[]): Promise<ReadonlySet<string>> {
  const { sql, services, organization, caller, findHandler } = context;
  const waiting = listed.filter(({ row }) => row.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED');
  if (waiting.length === 0 || caller.organization.id !== organization.id) return new Set();
  const isLimited = caller.sessionProfileId !== undefined;
  if (caller.isRoot && !isLimited) return new Set(waiting.map(({ row }) => row.id));
  const home = await requireOrganization({ sql, services, organization });
  if (home.policiesDigest === null && !caller.isRoot) return new Set();
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
    // A page has up to a hundred, and each takes policies and signatures.
    await nextTurn();
    const circumstances = { context, findHandler, now, approver, home, users, since: row.approvalsSince };
    try {
      const { decision, mayVote } = await judgeExisting(row, votes, { ...circumstances, proxyUserId: undefined });
      if (mayVote && decision !== 'denied') votable.add(row.id);
    } catch (error) {
      // An earlier version accepted a body that this one refuses. It is shown, but no vote can carry it out.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  return votable;
}
