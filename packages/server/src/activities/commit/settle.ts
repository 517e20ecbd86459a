import type { Marks } from '../../core/authority/row-macs.ts';
import { RowWriter } from '../../core/authority/row-writer.ts';
import { StorageUsedUp } from '../../core/budgets/storage-budget.ts';
import { ActivityFailure, endsActivity } from '../../core/model/api-error.ts';
import { Memo } from '../../core/model/memo.ts';
import { ownerColumns } from '../../core/model/of-organization.ts';
import type { AppProof } from '../../core/ports/proof-signer.ts';
import type { Execution } from '../../core/requests/read-activity.ts';
import type { OutboxWriter } from '../../delivery/outbox/outbox-writer.ts';
import { type UserRecord, type UserRow, userRecord } from '../../identity/users/user-record.ts';
import { UncompiledPolicies } from '../../policies/sets/uncompiled-policies.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { type ActivityRequest, activityIdOf } from '../decision/activity-request.ts';
import { decide, denial, type Means, type Verdict } from '../decision/decide.ts';
import { LongEvaluation } from '../decision/request-evaluations.ts';
import { requireRoom } from '../decision/require-room.ts';
import type { State } from '../decision/state.ts';
import type { Preparation } from '../look/preparation.ts';
import { type ActivityRecord, activityRecord } from '../record/activity-record.ts';
import type { ActivityRow } from '../record/activity-row.ts';
import { newVote } from '../record/votes.ts';
import { proveDecision } from './decision-proof.ts';
import { type Executed, storedIn, type Transaction } from './transaction.ts';
import { requireFewWaiting } from './waiting-activities.ts';

/** A request that is ready to be committed. */
export interface Member {
  readonly request: ActivityRequest;
  readonly preparation: Preparation;
}

/** What became of a request, once its transaction is committed. */
export type Settlement =
  | {
      readonly next: 'answer';
      readonly record: ActivityRecord;
      readonly isDenied: boolean;
      /** Whether it changed what decides about other requests. */
      readonly isDecisive: boolean;
      /** The entries that its handler left for the outbox, if it was executed. */
      readonly entries?: OutboxWriter | undefined;
    }
  /** It is refused, and nothing of it is stored. */
  | { readonly next: 'refuse'; readonly refusal: unknown }
  /** Nothing was done: it has to be looked at and prepared first, or again. */
  | { readonly next: 'prepare' };

/** Decides about one request, and carries out what was decided. What it throws fails the whole transaction. */
export async function settle(transaction: Transaction, member: Member): Promise<Settlement> {
  const { state } = transaction;
  const now = transaction.services.clock();
  let verdict: Verdict;
  let executed: Executed | undefined;
  try {
    verdict = await decide(member.request, state, meansOf(transaction, now));
    requireRoom(transaction.services, storedIn(transaction), member.request, verdict);
    if (verdict.next === 'wait' && !verdict.existing)
      await requireFewWaiting(transaction, member.request.caller.userId, now);
    if (verdict.next === 'run') executed = await execute(transaction, { member, verdict, now });
    else if (verdict.next !== 'nothing') executed = stateAfter[verdict.next];
  } catch (refusal) {
    const isLong = refusal instanceof LongEvaluation || refusal instanceof UncompiledPolicies;
    return isLong ? { next: 'prepare' } : { next: 'refuse', refusal };
  }
  // From here on there is an effect, which must not be committed without its activity.
  if (verdict.next === 'nothing') {
    const { existing, isDenied = false, mayVote } = verdict;
    return answer(transaction, member, existing, { isDenied, isDecisive: false, mayVote });
  }
  return executed ? conclude(transaction, member, verdict, executed, now) : { next: 'prepare' };
}

/** What decisions within a transaction read. */
export const meansOf = ({ sql, services, findHandler, state, compiled }: Transaction, now: Date): Means => ({
  context: { sql, services, organization: state.organization, compiled, reads: new Memo() },
  findHandler,
  now,
  isLocked: true,
});

/** Records what became of an activity, and answers with it. */
export function conclude(
  transaction: Transaction,
  member: Member,
  verdict: Exclude<Verdict, { next: 'nothing' }>,
  { writer, entries, ...outcome }: Executed,
  now: Date,
): Settlement {
  const { request, preparation } = member;
  const { caller, body } = request;
  const { existing, approvalsSince, voter, basis, parentBasis, policies, mayVote, next } = verdict;
  const { organization, known } = transaction.state;
  const isDenied = next === 'deny';
  const activity = {
    ...(existing ?? begin(request, transaction.state, { isDenied, now })),
    ...outcome,
    approvalsSince,
    updatedAt: now,
  };
  const selection = 'selection' in request ? request.selection : 'VOTE_SELECTION_APPROVED';
  const who = voterRecord(voter, parentBasis);
  const vote = newVote({ caller, body, voter: who, activity, selection, createdAt: now });
  const proofs: AppProof[] = [];
  if (verdict.wantsProofs && next !== 'wait') {
    const others = existing ? known.votesOn(existing).filter(({ userId }) => userId !== vote.userId) : [];
    const decision = { verdict, activity, votes: [...others, vote], organization, now };
    proofs.push(proveDecision(transaction.services, decision));
    if (outcome.status === 'ACTIVITY_STATUS_COMPLETED') proofs.push(...preparation.proofs);
  }
  const recorded = transaction.journal.record({
    activity,
    caller,
    said: isDenied ? 'denied' : vote,
    at: now,
    rows: writer?.marks ?? {},
    bytes: writer?.bytes ?? 0,
    basis: { ...basis, ...writer?.before },
    ...(policies && { policies }),
    ...(parentBasis && { parentBasis }),
    proofs,
  });
  transaction.events.add(recorded, transaction.state.known.votesOn(recorded));
  const isDecisive = writer?.isDecisive ?? false;
  return answer(transaction, member, recorded, { isDenied, isDecisive, entries, mayVote });
}

/** The voter as the activity shows it. Who the parent's users are elsewhere is not for its sub-organizations. */
function voterRecord(voter: UserRow, parentBasis: Marks | undefined): UserRecord {
  const { userEmail, userPhoneNumber, ...others } = userRecord(voter);
  return parentBasis ? { ...others, oauthProviders: [] } : userRecord(voter);
}

const nothingYet = { result: null, failure: null };

const stateAfter = {
  deny: { status: 'ACTIVITY_STATUS_FAILED', result: null, failure: denial },
  wait: { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', ...nothingYet },
  reject: { status: 'ACTIVITY_STATUS_REJECTED', ...nothingYet },
} as const satisfies Record<string, Executed>;

/** A new activity, before anything is decided about it. */
function begin(request: ActivityRequest, { organization }: State, { isDenied, now }: { isDenied: boolean; now: Date }) {
  if ('selection' in request) throw new Error('a vote is about an existing activity');
  const { newId: id, type, fingerprint, body, caller } = request;
  const deniedUserId = isDenied ? caller.userId : null;
  return { ...ownerColumns(organization), id, type, fingerprint, body, deniedUserId, createdAt: now };
}

/** An activity that may run. */
interface Runnable {
  readonly member: Member;
  readonly verdict: Verdict & { readonly next: 'run' };
  readonly now: Date;
}

/** Executes an activity in a savepoint. Undefined if it is not prepared for what is stored now. */
async function execute(transaction: Transaction, runnable: Runnable): Promise<Executed | undefined> {
  const { sql, services, effectMs } = transaction;
  const { member, verdict } = runnable;
  try {
    return await sql.savepoint(
      async (part) => {
        const executed = await executeIn(transaction, part, runnable);
        if (executed) requireRoom(services, storedIn(transaction), member.request, verdict, executed);
        return executed;
      },
      { timeoutMs: effectMs },
    );
  } catch (error) {
    if (error instanceof StorageUsedUp) throw error;
    // A new activity that is refused leaves no trace. One that fails by the time it is approved is stored with its failure.
    const isStored = error instanceof ActivityFailure || (verdict.existing && endsActivity(error));
    if (!isStored) throw error;
    return { status: 'ACTIVITY_STATUS_FAILED', result: null, failure: JSON.stringify(error.body) };
  }
}

/** What activities that run together have read. It is replaced whenever one of them may have written. */
export interface SharedReads {
  current: Memo;
}

/**
 * Executes an activity within a part of the transaction. Undefined if it is not prepared for what is stored now.
 *
 * @param reads Shared by activities that run together.
 */
export async function executeIn(
  transaction: Transaction,
  sql: TransactionSql,
  { member: { request, preparation }, verdict: { execution, existing }, now }: Runnable,
  reads: SharedReads = { current: new Memo() },
): Promise<(Executed & { readonly writer: RowWriter }) | undefined> {
  const { services, state } = transaction;
  const { phases } = execution;
  const activityId = activityIdOf(request, existing);
  const context = { sql, services, organization: state.organization, reads: reads.current };
  if (phases && !preparation.isOf({ activityId, inputs: await phases.inputs(context) })) return undefined;
  if (phases && preparation.failure) throw preparation.failure;
  reads.current = new Memo();
  const submittedAt = existing?.createdAt ?? now;
  return runEffect(transaction, sql, { request, activityId, submittedAt, execution, prepared: preparation.value, now });
}

interface Effect {
  readonly request: ActivityRequest;
  readonly activityId: string;
  readonly submittedAt: Date;
  readonly execution: Execution;
  readonly prepared?: unknown;
  readonly now: Date;
}

/** Runs the handler of an activity within a part of the transaction. */
async function runEffect(
  { services, outbox, state: { organization } }: Transaction,
  sql: TransactionSql,
  { request: { caller }, activityId, submittedAt, execution, prepared, now }: Effect,
): Promise<Executed & { readonly writer: RowWriter }> {
  const writer = new RowWriter(sql, services.macs, organization);
  const entries = outbox.writer(sql, organization);
  const context = { sql, organization, caller, activityId, submittedAt, now, services, writer, outbox: entries };
  const result = await execution.execute(context, prepared);
  await writer.finish();
  return { status: 'ACTIVITY_STATUS_COMPLETED', result: JSON.stringify(result), failure: null, writer, entries };
}

function answer(
  { state }: Transaction,
  { request: { caller } }: Member,
  activity: ActivityRow,
  {
    mayVote = state.users.get(caller.userId)?.isRoot ?? false,
    ...rest
  }: Pick<Extract<Settlement, { next: 'answer' }>, 'isDenied' | 'isDecisive' | 'entries'> & {
    readonly mayVote: boolean | undefined;
  },
): Settlement {
  const { known } = state;
  const seen = { caller, mayVote, proofs: known.proofsOn(activity) };
  const record = activityRecord(activity, known.votesOn(activity), seen);
  return { next: 'answer', record, ...rest };
}
