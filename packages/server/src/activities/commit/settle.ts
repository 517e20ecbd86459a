import { Memo } from '../../core/model/memo.ts';
import type { OutboxWriter } from '../../delivery/outbox/outbox-writer.ts';
import { UncompiledPolicies } from '../../policies/sets/uncompiled-policies.ts';
import { type DecisionOptions, decide, type Verdict } from '../decision/decide.ts';
import { LongEvaluation } from '../decision/request-evaluations.ts';
import { requireRoom } from '../decision/require-room.ts';
import { keyOf } from '../decision/state.ts';
import { type ActivityRecord, activityRecord } from '../record/activity-record.ts';
import type { ActivityRow } from '../record/activity-row.ts';
import { type Executed, execute, executeTogether, type Runnable } from './execute.ts';
import { type Outcome, record } from './record.ts';
import { type Member, storedIn, type Transaction } from './transaction.ts';

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

/** Settles one request: decides, executes, records, answers. What it throws fails the whole transaction. */
export async function settle(transaction: Transaction, member: Member): Promise<Settlement> {
  const now = transaction.services.clock();
  let verdict: Verdict;
  let executed: Executed | undefined;
  try {
    verdict = await decide(member.request, transaction.state, decisionOptions(transaction, now));
    requireRoom(transaction.services, storedIn(transaction), member.request, verdict);
    executed = verdict.next === 'nothing' ? undefined : await execute(transaction, { member, verdict, now });
  } catch (refusal) {
    const isLong = refusal instanceof LongEvaluation || refusal instanceof UncompiledPolicies;
    return isLong ? { next: 'prepare' } : { next: 'refuse', refusal };
  }
  // From here on there may be an effect, which must not be committed without its activity.
  if (verdict.next === 'nothing') {
    const { existing, isDenied = false, mayVote } = verdict;
    return answer(transaction, member, existing, { isDenied, isDecisive: false, mayVote });
  }
  return executed ? recordAndAnswer(transaction, { member, verdict, executed, now }) : { next: 'prepare' };
}

/**
 * Settles the first members of a round with few round trips, instead of some for each: those that may run. The effect is the same as
 * one after the other. Resolves to nothing, and has no effect, if that is not possible.
 */
export async function settleTogether(transaction: Transaction, round: readonly Member[]): Promise<Settlement[]> {
  if (round.length < 2) return [];
  const runnables = await decideTogether(transaction, round);
  if (runnables.length < 2) return [];
  const results = (await executeTogether(transaction, runnables)) ?? [];
  return results.map((executed, index) =>
    executed ? recordAndAnswer(transaction, { ...(runnables[index] as Runnable), executed }) : { next: 'prepare' },
  );
}

/**
 * The first members of a group that can be settled together: new submissions, different from each other, that declare their effects.
 * What one relies on is read before any of them writes, so none that reads may follow one that writes. One member at least.
 */
export function roundOf({ state }: Transaction, members: readonly Member[]): readonly Member[] {
  const seen = new Set<string>();
  let mayWrite = false;
  const end = members.findIndex(({ request }) => {
    if (!('execution' in request) || !request.execution.effect) return true;
    const key = keyOf(request.fingerprint);
    const isRepeated = seen.has(key) || state.known.find(request.fingerprint) !== undefined;
    const reads = request.execution.phases !== undefined;
    if (isRepeated || (reads && mayWrite)) return true;
    seen.add(key);
    mayWrite ||= !reads;
    return false;
  });
  return members.slice(0, end === -1 ? undefined : Math.max(end, 1));
}

/** The first members that may run. What policies need is read for all of them with one round trip. */
async function decideTogether(transaction: Transaction, members: readonly Member[]): Promise<Runnable[]> {
  const now = transaction.services.clock();
  const options = decisionOptions(transaction, now);
  const decided = await Promise.all(
    members.map(async (member) => {
      // Whatever is thrown here is thrown again when the member is settled alone.
      const verdict = await decide(member.request, transaction.state, options).catch(() => undefined);
      return { member, verdict, now };
    }),
  );
  const firstOther = decided.findIndex(({ verdict }) => verdict?.next !== 'run');
  return decided.slice(0, firstOther === -1 ? undefined : firstOther) as Runnable[];
}

/** What decisions within a transaction read. */
const decisionOptions = ({ sql, services, findHandler, state, compiled }: Transaction, now: Date): DecisionOptions => ({
  context: { sql, services, organization: state.organization, compiled, reads: new Memo() },
  findHandler,
  now,
  isLocked: true,
});

function recordAndAnswer(transaction: Transaction, outcome: Outcome): Settlement {
  const { member, verdict, executed } = outcome;
  const activity = record(transaction, outcome);
  return answer(transaction, member, activity, {
    isDenied: verdict.next === 'deny',
    isDecisive: executed.writer?.isDecisive ?? false,
    entries: executed.entries,
    mayVote: verdict.mayVote,
  });
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
  return { next: 'answer', record: activityRecord(activity, known.votesOn(activity), seen), ...rest };
}
