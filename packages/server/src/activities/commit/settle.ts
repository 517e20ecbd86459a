import { Reads } from '../../core/handlers/reads.ts';
import type { OutboxWriter } from '../../delivery/outbox/outbox-writer.ts';
import { UncompiledPolicies } from '../../policies/sets/uncompiled-policies.ts';
import { decide, type Verdict } from '../decision/decide.ts';
import { LongEvaluation } from '../decision/request-evaluations.ts';
import { requireRoom } from '../decision/require-room.ts';
import type { EarlyInputs } from '../look/early-inputs.ts';
import { type ActivityRecord, activityRecord } from '../record/activity-record.ts';
import type { ActivityRow } from '../record/activity-row.ts';
import { type Executed, execute } from './execute.ts';
import { type Outcome, record } from './record.ts';
import { decisionOptions, type Member, storedIn, type Transaction } from './transaction.ts';

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

interface SettleOptions {
  readonly effectMs: number;
  readonly inputs?: EarlyInputs | undefined;
}

/** Settles one request: decides, executes, records, answers. What it throws fails the whole transaction. */
export async function settle(
  transaction: Transaction,
  member: Member,
  { effectMs, inputs }: SettleOptions,
): Promise<Settlement> {
  const now = transaction.services.clock();
  let verdict: Verdict;
  let executed: Executed | undefined;
  try {
    verdict = await decide(member.request, transaction.state, decisionOptions(transaction, now, new Reads()));
    requireRoom(transaction.services, storedIn(transaction), member.request, verdict);
    executed =
      verdict.next === 'nothing'
        ? undefined
        : await execute(transaction, { member, verdict, now }, { effectMs, inputs });
  } catch (refusal) {
    return refused(refusal);
  }
  // From here on there may be an effect, which must not be committed without its activity.
  if (verdict.next === 'nothing') return answerWithExisting(transaction, member, verdict);
  return executed ? recordAndAnswer(transaction, { member, verdict, executed, now }) : { next: 'prepare' };
}

/** What becomes of a request that is refused: if only its policies take too long under a lock, they are evaluated without it. */
export function refused(refusal: unknown): Settlement {
  const isLong = refusal instanceof LongEvaluation || refusal instanceof UncompiledPolicies;
  return isLong ? { next: 'prepare' } : { next: 'refuse', refusal };
}

/** Answers with an activity that stays as it is. */
export const answerWithExisting = (
  transaction: Transaction,
  member: Member,
  { existing, isDenied, mayVote }: Verdict & { readonly next: 'nothing' },
): Settlement => answer(transaction, member, existing, { isDenied: isDenied === true, isDecisive: false, mayVote });

export function recordAndAnswer(transaction: Transaction, outcome: Outcome): Settlement {
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
