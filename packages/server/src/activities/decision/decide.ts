import { errorBody } from '@mintmark/schema';
import type { Outcome } from '@mintmark/schema/fields/policies/outcome';
import type { z } from 'zod';
import { activitiesTable } from '../../core/audit/activities-table.ts';
import { type Marks, markOf } from '../../core/authority/row-macs.ts';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { FindHandler, InputsContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ownerColumns } from '../../core/model/of-organization.ts';
import type { PolicySet } from '../../core/ports/policy-sets.ts';
import type { Execution } from '../../core/requests/read-activity.ts';
import type { OrganizationRow } from '../../identity/organizations/organization-row.ts';
import { organizationsTable } from '../../identity/organizations/organizations-table.ts';
import type { UserRow } from '../../identity/users/user-record.ts';
import type { PolicyVerdict } from '../../policies/evaluation/evaluate-policies.ts';
import { type ActivityRow, stampedBytes, type VoteRow } from '../record/activity-row.ts';
import { type Approver, callingApprover } from '../record/voter.ts';
import { approvalsLast, votesWithin } from '../record/votes.ts';
import type { ActivityRequest, Asking, Ballot, Submission } from './activity-request.ts';
import { type AskAbout, judge, type MissingRootUsers } from './judge.ts';
import { isOwnUser, judgeExisting } from './judge-existing.ts';
import type { GroupSteps } from './request-evaluations.ts';
import type { State } from './state.ts';

/** What a request leads to, in a given state of its organization. */
export type Verdict =
  /** The activity stays as it is. */
  | { readonly next: 'nothing'; readonly existing: ActivityRow; readonly isDenied?: true; readonly mayVote?: boolean }
  /** A new activity that its caller may not run. */
  | ({ readonly next: 'deny' } & DecisionDetails)
  /** An approval that is not enough yet, or a rejection. */
  | ({ readonly next: 'wait' } & DecisionDetails)
  | ({ readonly next: 'reject' } & DecisionDetails)
  | ({ readonly next: 'run'; readonly execution: Execution } & DecisionDetails);

/** What an activity and its audit entry need, whatever the decision was. */
interface DecisionDetails {
  readonly existing: ActivityRow | undefined;
  readonly approvalsSince: Date;
  /** The user before the activity runs, since the activity may delete that user. */
  readonly voter: UserRow;
  /** Whether a request about the activity asks for proofs. */
  readonly wantsProofs: boolean;
  /** The organization whose quorum and policies decided: that of the caller. */
  readonly home: OrganizationRow;
  /** The users whose stamps decided, the caller last. */
  readonly approvers: readonly Approver[];
  /** Digests of the rows that decided. The audit log keeps them, to reveal a row that was replaced by an older version. */
  readonly basis: Marks;
  /** The same for the rows of the parent, if the caller is one of its users. */
  readonly parentBasis?: Marks;
  /** What the policies of the organization said, if they were asked. */
  readonly policies?: PolicyVerdict['policies'];
  readonly missingRootUsers?: MissingRootUsers;
  /** Whether a vote of the caller counts; if it is not said, that of a root user does. */
  readonly mayVote?: boolean;
}

export interface DecisionOptions {
  readonly context: InputsContext;
  readonly findHandler: FindHandler;
  readonly now: Date;
  /** Whether the organization is locked, so that evaluating must not take long. */
  readonly isLocked: boolean;
  /** What the evaluations of a group have in common. */
  readonly groupSteps?: GroupSteps | undefined;
  /** Called before policies are asked about an activity: everything that decides about it was read. */
  readonly beforeAsking?: (execution: Execution) => Promise<void>;
  /** Policies to ask instead of those of the organization: only for a dry run. */
  readonly policies?: PolicySet | undefined;
}

/** The failure of a denied activity. */
export const denial = JSON.stringify(errorBody('REQUEST_NOT_AUTHORIZED'));

/** What a decision that leads to something means for the activity. */
export function outcomeOf(verdict: Exclude<Verdict, { readonly next: 'nothing' }>): z.output<typeof Outcome> {
  switch (verdict.next) {
    case 'run':
      return 'OUTCOME_ALLOW';
    case 'wait':
      return 'OUTCOME_REQUIRES_CONSENSUS';
    case 'reject':
      return 'OUTCOME_REJECTED';
    case 'deny': {
      const isExplicit = verdict.policies?.some(({ outcome }) => outcome === 'OUTCOME_DENY_EXPLICIT');
      return isExplicit ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT';
    }
  }
}

const minute = 60 * 1000;
const furthestAhead = 5 * minute;

/** Decides about a request in a state. Besides the state it reads only what policies ask for. */
export function decide(request: ActivityRequest, state: State, options: DecisionOptions): Promise<Verdict> {
  const { span } = request;
  if (!span) return decideOn(request, state, options);
  return span.begin('decide').during(async (part) => {
    const verdict = await decideOn(request, state, options);
    part.set({ decision: verdict.next });
    return verdict;
  });
}

async function decideOn(request: ActivityRequest, state: State, options: DecisionOptions): Promise<Verdict> {
  const { organization, known } = state;
  const { caller, fingerprint } = request;
  const { now } = options;
  const { macs } = options.context.services;
  const isOwn = caller.organization.id === organization.id;
  const home = isOwn ? state : state.parent;
  const voter = home?.users.get(caller.userId);
  // The credential may have been deleted or have expired since its stamp was verified.
  const approver = voter && callingApprover(voter, caller, now);
  if (!home || !approver) throw new ApiError('PUBLIC_KEY_NOT_FOUND');
  const existing = known.find(fingerprint);
  if (existing && macs.genuine(activitiesTable, [existing], ownerColumns(organization)).length === 0)
    throw new TamperedError(`activity ${existing.id} was changed outside of this service`);
  const { reads } = options.context;
  const basis = { ...markOf(organizationsTable, home.organization, reads), ...approver.marks(reads) };
  const resolved = isOwn
    ? { approver, home: home.organization, basis }
    : { approver, home: home.organization, basis: markOf(organizationsTable, organization, reads), parentBasis: basis };
  if ('selection' in request) return decideBallot(request, existing, resolved, state, options);
  if (existing && !isOwn) return { next: 'nothing', existing };
  if (existing) return decideApproval(request, existing, resolved, state, options);
  return decideSubmission(request, resolved, state, options);
}

/** The caller, and the organization that it belongs to. */
interface ResolvedCaller extends Pick<DecisionDetails, 'basis' | 'parentBasis'> {
  readonly approver: Approver;
  readonly home: OrganizationRow;
}

/** How a request asks policies. */
const askFor =
  ({ evaluations }: Asking, { isLocked, groupSteps, beforeAsking }: DecisionOptions): AskAbout =>
  async (question, execution) => {
    await beforeAsking?.(execution);
    return evaluations.ask(question, { isLocked, groupSteps });
  };

/** A body that was not submitted before. */
async function decideSubmission(
  request: Submission & Asking,
  { approver, home, basis, parentBasis }: ResolvedCaller,
  { proxyUserId }: State,
  options: DecisionOptions,
): Promise<Verdict> {
  const { caller, timestampMs, execution } = request;
  const { now, context, policies } = options;
  checkTime(timestampMs, now);
  const { decision, verdict, missingRootUsers, marks, countsCaller } = await judge(context, {
    ...{ execution, home, policies, caller: approver, approvers: [approver], now },
    ...{ ask: askFor(request, options), isExisting: false },
    evidence: {
      isOwnCredential: isOwnUser(execution, caller.userId),
      isForAnother: execution.forUserId !== undefined && execution.forUserId !== caller.userId,
      isOfProxy: execution.byProxy && proxyUserId === caller.userId,
    },
  });
  // Nobody could vote on it: its voters would belong to two organizations.
  if (parentBasis && decision !== 'allowed') throw new ApiError('REQUEST_NOT_AUTHORIZED');
  const details = {
    ...{ existing: undefined, approvalsSince: now, voter: approver.user, home, approvers: [approver] },
    basis: { ...basis, ...marks },
    wantsProofs: execution.wantsProofs,
    ...(missingRootUsers && { missingRootUsers }),
    // Policies of the parent are not for its sub-organizations.
    ...(parentBasis ? { parentBasis } : verdict && { policies: verdict.policies }),
    ...(verdict && decision === 'consensusNeeded' && { mayVote: approver.user.isRoot || countsCaller === true }),
  };
  if (decision === 'allowed') return { next: 'run', execution, ...details };
  return { next: decision === 'denied' ? 'deny' : 'wait', ...details };
}

async function decideBallot(
  ballot: Ballot & Asking,
  existing: ActivityRow | undefined,
  resolved: ResolvedCaller,
  state: State,
  options: DecisionOptions,
): Promise<Verdict> {
  if (!existing) {
    const hex = Buffer.from(ballot.fingerprint).toString('hex');
    throw new ApiError('ACTIVITY_NOT_FOUND', `No activity found with fingerprint sha256:${hex}`);
  }
  checkTime(ballot.timestampMs, options.now);
  if (existing.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') {
    // Repeating a vote is not an error: the answer may have been lost.
    const isSaid = state.known
      .votesOn(existing)
      .some(({ userId, selection }) => userId === ballot.caller.userId && selection === ballot.selection);
    if (isSaid) return { next: 'nothing', existing };
    throw new ApiError(resolved.approver.user.isRoot ? 'ACTIVITY_NOT_OPEN' : 'REQUEST_NOT_AUTHORIZED');
  }
  const verdict =
    ballot.selection === 'VOTE_SELECTION_REJECTED'
      ? await decideRejection(ballot, existing, resolved, state, options)
      : await decideApproval(ballot, existing, resolved, state, options);
  // A vote that does not count is refused. Only a submission that is denied is the caller's activity.
  if (verdict.next === 'nothing' && verdict.isDenied) throw new ApiError('REQUEST_NOT_AUTHORIZED');
  return verdict.next !== 'nothing' && ballot.wantsProofs ? { ...verdict, wantsProofs: true } : verdict;
}

async function decideRejection(
  ballot: Asking,
  existing: ActivityRow,
  resolved: ResolvedCaller,
  state: State,
  options: DecisionOptions,
): Promise<Verdict> {
  const { approver, basis } = resolved;
  const { approvalsSince } = existing;
  const votes = state.known.votesOn(existing);
  const { decision, mayVote, execution } = await judgeExisting(existing, votes, {
    ...resolved,
    ...state,
    ...options,
    ask: askFor(ballot, options),
    since: approvalsSince,
  });
  // One rejection is enough, so it takes somebody whose approval would count.
  if (decision === 'denied' || !mayVote) throw new ApiError('REQUEST_NOT_AUTHORIZED');
  const { wantsProofs } = execution;
  const details = { voter: approver.user, basis, wantsProofs, home: resolved.home, approvers: [approver] };
  return { next: 'reject', existing, approvalsSince, ...details };
}

/** The approval of an existing activity, by a ballot or by the same body. */
async function decideApproval(
  request: (Submission | Ballot) & Asking,
  existing: ActivityRow,
  resolved: ResolvedCaller,
  state: State,
  options: DecisionOptions,
): Promise<Verdict> {
  const { caller, body, timestampMs } = request;
  const { now } = options;
  if (existing.deniedUserId === caller.userId) return { next: 'nothing', existing, isDenied: true };
  const unchanged = { next: 'nothing', existing } as const;
  // A denial only binds the user who was denied; otherwise any user could block a body that others want to approve.
  const wasDenied = existing.failure === denial;
  if (existing.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && !wasDenied) return unchanged;
  // A body counts as an approval for a day after its timestamp: older bytes are not fresh consent.
  if (now.getTime() - timestampMs > approvalsLast) return unchanged;
  const hasLapsed = now.getTime() - existing.approvalsSince.getTime() > approvalsLast;
  const since = hasLapsed ? now : existing.approvalsSince;
  const votes = state.known.votesOn(existing);
  const said = votes.find((vote) => isSameVote(vote, existing, caller.credentialId, body));
  // Old bytes must not renew a lapsed approval: that takes a new body with a new timestamp.
  if (said && said.createdAt < since) return unchanged;
  const ask = askFor(request, options);
  const judged = await judgeExisting(existing, votes, { ...resolved, ...state, ...options, since, ask });
  const { decision, verdict, missingRootUsers, marks, mayVote, execution, others } = judged;
  const hasVoted = votes.some(({ userId }) => userId === caller.userId);
  if (decision === 'denied' || !(mayVote || hasVoted || wasDenied)) return { ...unchanged, isDenied: true };
  if (said && decision === 'consensusNeeded') return { ...unchanged, mayVote };
  const basis: Marks = Object.assign(
    {},
    resolved.basis,
    ...others.map((other) => other.marks(options.context.reads)),
    marks,
  );
  const details = {
    ...{ existing, approvalsSince: since, voter: resolved.approver.user, basis },
    ...{ wantsProofs: execution.wantsProofs, home: resolved.home, approvers: [...others, resolved.approver] },
    ...(verdict && { policies: verdict.policies }),
    ...(missingRootUsers && { missingRootUsers }),
    mayVote,
  };
  return decision === 'allowed' ? { next: 'run', execution, ...details } : { next: 'wait', ...details };
}

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
