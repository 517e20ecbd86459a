import { RowWriter } from '../../core/authority/row-writer.ts';
import { StorageUsedUp } from '../../core/budgets/storage-budget.ts';
import type { ActivityContext } from '../../core/handlers/implement.ts';
import { Reads } from '../../core/handlers/reads.ts';
import { ActivityFailure, endsActivity } from '../../core/model/api-error.ts';
import type { OutboxWriter } from '../../delivery/outbox/outbox-writer.ts';
import { activityIdOf } from '../decision/activity-request.ts';
import { denial, type Verdict } from '../decision/decide.ts';
import { requireRoom } from '../decision/require-room.ts';
import type { EarlyInputs } from '../look/early-inputs.ts';
import type { ActivityRow } from '../record/activity-row.ts';
import { type Member, storedIn, type Transaction } from './transaction.ts';
import { requireFewWaiting } from './waiting-activities.ts';

/** What was decided about a request to which something happens. */
export interface Decided {
  readonly member: Member;
  readonly verdict: Exclude<Verdict, { next: 'nothing' }>;
  readonly now: Date;
}

/** An activity that may run. */
export interface Runnable extends Decided {
  readonly verdict: Verdict & { readonly next: 'run' };
}

/** What executing an activity leads to. */
export type Executed = Pick<ActivityRow, 'status' | 'result' | 'failure'> & {
  readonly writer?: RowWriter;
  readonly entries?: OutboxWriter;
};

export const isRunnable = (decided: Decided): decided is Runnable => decided.verdict.next === 'run';

/** What a denied activity is stored with. */
export const deniedActivity: Executed = { status: 'ACTIVITY_STATUS_FAILED', result: null, failure: denial };

/** What an activity is stored with whose execution failed. */
export const failedActivity = (error: ActivityFailure): Executed => ({
  status: 'ACTIVITY_STATUS_FAILED',
  result: null,
  failure: JSON.stringify(error.body),
});

export const completedActivity = (result: unknown, writer: RowWriter) =>
  ({ status: 'ACTIVITY_STATUS_COMPLETED', result: JSON.stringify(result), failure: null, writer }) as const;

interface ExecuteOptions {
  /** How long the effect may take. */
  readonly effectMs: number;
  /** The inputs of the activity, if they were read together with the state. */
  readonly inputs: EarlyInputs | undefined;
}

/** Does what was decided. Undefined if the activity is not prepared for what is stored now. */
export async function execute(
  transaction: Transaction,
  decided: Decided,
  options: ExecuteOptions,
): Promise<Executed | undefined> {
  if (isRunnable(decided)) return await runEffect(transaction, decided, options);
  const { member, verdict, now } = decided;
  switch (verdict.next) {
    case 'deny':
      return deniedActivity;
    case 'reject':
      return { status: 'ACTIVITY_STATUS_REJECTED', result: null, failure: null };
    default:
      if (!verdict.existing) await requireFewWaiting(transaction, member.request.caller.userId, now);
      return { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: null, failure: null };
  }
}

/** Runs the effect of an activity in a savepoint. */
async function runEffect(
  transaction: Transaction,
  runnable: Runnable,
  { effectMs, inputs }: ExecuteOptions,
): Promise<Executed | undefined> {
  const { sql, services, outbox, state } = transaction;
  const { organization } = state;
  const { member, verdict, now } = runnable;
  const { execution, existing } = verdict;
  try {
    return await sql.savepoint(
      async (part) => {
        const readInputs = () => execution.phases?.inputs({ sql: part, services, organization, reads: new Reads() });
        if (!(await isPrepared(runnable, inputs ? inputs.of(execution) : readInputs()))) return undefined;
        const writer = new RowWriter(part, services.macs, organization);
        const entries = outbox.writer(part, organization);
        const context: ActivityContext = {
          ...{ sql: part, services, organization, writer, outbox: entries, now },
          ...{ caller: member.request.caller, activityId: activityIdOf(member.request, existing) },
          submittedAt: existing?.createdAt ?? now,
        };
        const result = await execution.execute(context, member.preparation.value);
        await writer.finish();
        const executed = { ...completedActivity(result, writer), entries };
        requireRoom(services, storedIn(transaction), member.request, verdict, executed);
        return executed;
      },
      { timeoutMs: effectMs },
    );
  } catch (error) {
    if (error instanceof StorageUsedUp) throw error;
    // A new activity that is refused leaves no trace. One that fails by the time it is approved is stored with its failure.
    const isStored = error instanceof ActivityFailure || (existing && endsActivity(error));
    if (!isStored) throw error;
    return failedActivity(error);
  }
}

/** Whether an activity is prepared for what is stored now. Throws if its preparation has failed. */
export async function isPrepared(
  { member: { request, preparation }, verdict: { execution, existing } }: Runnable,
  reading: Promise<unknown> | undefined,
): Promise<boolean> {
  if (!execution.phases) return true;
  const inputs = await reading;
  if (!preparation.isOf({ activityId: activityIdOf(request, existing), inputs })) return false;
  if (preparation.failure) throw preparation.failure;
  return true;
}
