import { errorBody } from '@mintmark/schema';
import { type Marks, markOf, type RowMacs } from '../authority/row-macs.ts';
import { TamperedError } from '../authority/tampered-error.ts';
import { ApiError } from '../contract/api-error.ts';
import { theCaller } from '../contract/implement.ts';
import { ownerColumns } from '../contract/of-organization.ts';
import { type Execution, type FindHandler, readStoredActivity } from '../contract/read-activity.ts';
import type { OrganizationRow } from '../organizations/organization-row.ts';
import type { UserRow } from '../users/user-record.ts';
import type { ActivityRequest, Ballot, Submission } from './activity-request.ts';
import { type ActivityRow, stampedBytes, type VoteRow } from './activity-row.ts';
import { hasItsBody } from './activity-store.ts';
import { authorize } from './authorize.ts';
import type { State } from './state.ts';
import { callerMarks } from './voter.ts';
import { approvalsLast, rootApprovers, votesWithin } from './votes.ts';

/** What a request leads to, in a given state of its organization. */
export type Verdict =
  /** The activity stays as it is. */
  | { readonly next: 'nothing'; readonly existing: ActivityRow; readonly isDenied?: true }
  /** A new activity that its caller may not run. */
  | ({ readonly next: 'deny' } & Grounds)
  /** An approval that is not enough yet, or a rejection. */
  | ({ readonly next: 'wait' | 'reject' } & Grounds)
  | ({ readonly next: 'run'; readonly execution: Execution } & Grounds);

/** What an activity and its audit entry need, whatever the decision was. */
interface Grounds {
  readonly existing: ActivityRow | undefined;
  readonly approvalsSince: Date;
  /** The user before the activity runs, since the activity may delete that user. */
  readonly voter: UserRow;
  /** Digests of the rows that decided. The audit log keeps them, to reveal a row that was replaced by an older version. */
  readonly basis: Marks;
  /** The same for the rows of the parent, if the caller is one of its users. */
  readonly parentBasis?: Marks;
}

interface Means {
  readonly macs: RowMacs;
  readonly findHandler: FindHandler;
  readonly now: Date;
}

/** The failure of a denied activity. */
export const denial = JSON.stringify(errorBody('REQUEST_NOT_AUTHORIZED'));

const minute = 60 * 1000;
const furthestAhead = 5 * minute;

/** Decides about a request. It reads nothing: everything that decides is in the state. */
export async function decide(request: ActivityRequest, state: State, means: Means): Promise<Verdict> {
  const { organization, known } = state;
  const { caller, fingerprint } = request;
  const { macs, now } = means;
  const isOwn = caller.organization.id === organization.id;
  const home = isOwn ? state : state.parent;
  const voter = home?.users.get(caller.userId);
  // The credential may have been deleted or have expired since its stamp was verified.
  const marks = voter && callerMarks(voter, caller, now);
  if (!home || !marks) throw new ApiError('PUBLIC_KEY_NOT_FOUND');
  const existing = known.find(fingerprint);
  if (existing && macs.genuine('activities', [existing], ownerColumns(organization)).length === 0)
    throw new TamperedError(`activity ${existing.id} was changed outside of this service`);
  const basis = { ...markOf('organizations', home.organization), ...marks };
  const { rootThreshold } = home.organization;
  const standing = isOwn
    ? { voter, rootThreshold, basis }
    : { voter, rootThreshold, basis: markOf('organizations', organization), parentBasis: basis };
  if ('selection' in request) return decideBallot(request, existing, standing, state, means);
  if (existing && !isOwn) return { next: 'nothing', existing };
  if (existing) return decideApproval(request, existing, standing, state, means);
  return decideSubmission(request, standing, state, means);
}

/** The caller, and the organization that it belongs to. */
type Standing = Pick<Grounds, 'voter' | 'basis' | 'parentBasis'> & Pick<OrganizationRow, 'rootThreshold'>;

/** A body that was not submitted before. */
function decideSubmission(
  { caller, timestampMs, execution }: Submission,
  { rootThreshold, ...standing }: Standing,
  { proxyUserId }: State,
  { now }: Means,
): Verdict {
  checkTime(timestampMs, now);
  const { isRoot } = standing.voter;
  const decision = authorize({
    rootThreshold,
    rootApprovals: isRoot ? 1 : 0,
    isRoot,
    isOwnCredential: isOwnUser(execution, caller.userId),
    isForAnother: execution.forUserId !== undefined && execution.forUserId !== caller.userId,
    isOfProxy: execution.byProxy && proxyUserId === caller.userId,
  });
  // Nobody could vote on it: its voters would belong to two organizations.
  if (standing.parentBasis && decision !== 'allowed') throw new ApiError('REQUEST_NOT_AUTHORIZED');
  const grounds = { ...standing, existing: undefined, approvalsSince: now };
  if (decision === 'allowed') return { next: 'run', execution, ...grounds };
  return { next: decision === 'denied' ? 'deny' : 'wait', ...grounds };
}

function decideBallot(
  ballot: Ballot,
  existing: ActivityRow | undefined,
  standing: Standing,
  state: State,
  means: Means,
): Verdict | Promise<Verdict> {
  if (!existing) {
    const hex = Buffer.from(ballot.fingerprint).toString('hex');
    throw new ApiError('ACTIVITY_NOT_FOUND', `No activity found with fingerprint sha256:${hex}`);
  }
  if (!standing.voter.isRoot) throw new ApiError('REQUEST_NOT_AUTHORIZED');
  checkTime(ballot.timestampMs, means.now);
  if (existing.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') {
    // Repeating a vote is not an error: the answer may have been lost.
    const isSaid = state.known
      .votesOn(existing)
      .some(({ userId, selection }) => userId === ballot.caller.userId && selection === ballot.selection);
    if (!isSaid) throw new ApiError('ACTIVITY_NOT_OPEN');
    return { next: 'nothing', existing };
  }
  if (ballot.selection === 'VOTE_SELECTION_APPROVED') return decideApproval(ballot, existing, standing, state, means);
  const { voter, basis } = standing;
  return { next: 'reject', existing, approvalsSince: existing.approvalsSince, voter, basis };
}

/** The approval of an existing activity, by a ballot or by the same body. */
async function decideApproval(
  { caller, body, timestampMs }: Submission | Ballot,
  existing: ActivityRow,
  standing: Standing,
  { organization, users, proxyUserId, known }: State,
  { now, findHandler }: Means,
): Promise<Verdict> {
  if (existing.deniedUserId === caller.userId) return { next: 'nothing', existing, isDenied: true };
  const unchanged = { next: 'nothing', existing } as const;
  // A denial only binds the user who was denied; otherwise any user could block a body that others want to approve.
  const isOpen = existing.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' || existing.failure === denial;
  if (!isOpen) return unchanged;
  // A body counts as an approval for a day after its timestamp: older bytes are not fresh consent.
  if (now.getTime() - timestampMs > approvalsLast) return unchanged;
  const hasLapsed = now.getTime() - existing.approvalsSince.getTime() > approvalsLast;
  const since = hasLapsed ? now : existing.approvalsSince;
  const votes = known.votesOn(existing);
  const said = votes.find((vote) => isSameVote(vote, existing, caller.credentialId, body));
  // Old bytes must not renew a lapsed approval: that takes a new body with a new timestamp.
  if (said && said.createdAt < since) return unchanged;
  if (!hasItsBody(existing))
    throw new TamperedError(`the body of activity ${existing.id} does not match its fingerprint`);
  const approvers = await rootApprovers(existing, votes, users, { since, now });
  approvers.delete(caller.userId);
  const execution = readStoredActivity(existing, findHandler);
  const { forUserId } = execution;
  const { isRoot } = standing.voter;
  const decision = authorize({
    rootThreshold: organization.rootThreshold,
    rootApprovals: approvers.size + (isRoot ? 1 : 0),
    isRoot,
    isOwnCredential: isOwnUser(execution, caller.userId),
    isOfProxy: execution.byProxy && proxyUserId === caller.userId,
    isForAnother: forUserId !== undefined && forUserId !== caller.userId && !approvers.has(forUserId),
  });
  if (decision === 'denied') return { ...unchanged, isDenied: true };
  if (said && decision === 'consensusNeeded') return unchanged;
  const basis: Marks = Object.assign({}, standing.basis, ...approvers.values());
  const grounds = { existing, approvalsSince: since, voter: standing.voter, basis };
  return decision === 'allowed' ? { next: 'run', execution, ...grounds } : { next: 'wait', ...grounds };
}

/** Whether an activity only manages the credentials of its caller. */
const isOwnUser = ({ ownUserId }: Execution, callerId: string) => ownUserId === theCaller || ownUserId === callerId;

/** Whether this is the approval that these same bytes gave before: the caller retries, perhaps after a lost answer. */
const isSameVote = (vote: VoteRow, activity: ActivityRow, credentialId: string, message: Uint8Array): boolean =>
  vote.credentialId === credentialId &&
  vote.selection === 'VOTE_SELECTION_APPROVED' &&
  Buffer.from(message).equals(stampedBytes(vote, activity));

/** Refuses a body that is not recent: somebody could have kept an old one to send it now. */
function checkTime(timestampMs: number, now: Date): void {
  const age = now.getTime() - timestampMs;
  if (age > votesWithin || age < -furthestAhead) throw new ApiError('INVALID_TIME');
}
