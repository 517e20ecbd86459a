import { RowWriter } from '../../core/authority/row-writer.ts';
import { StorageUsedUp } from '../../core/budgets/storage-budget.ts';
import type { Effect } from '../../core/handlers/effect.ts';
import type { ActivityContext } from '../../core/handlers/implement.ts';
import { ActivityFailure, endsActivity } from '../../core/model/api-error.ts';
import { Memo } from '../../core/model/memo.ts';
import type { OutboxWriter } from '../../delivery/outbox/outbox-writer.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { activityIdOf } from '../decision/activity-request.ts';
import { denial, type Verdict } from '../decision/decide.ts';
import { bytesOfRequest, requireRoom } from '../decision/require-room.ts';
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

type Completed = Required<Executed>;

const isRunnable = (decided: Decided): decided is Runnable => decided.verdict.next === 'run';

/** Does what was decided. Undefined if the activity is not prepared for what is stored now. */
export async function execute(transaction: Transaction, decided: Decided): Promise<Executed | undefined> {
  if (isRunnable(decided)) return await runEffect(transaction, decided);
  const { member, verdict, now } = decided;
  switch (verdict.next) {
    case 'deny':
      return { status: 'ACTIVITY_STATUS_FAILED', result: null, failure: denial };
    case 'reject':
      return { status: 'ACTIVITY_STATUS_REJECTED', result: null, failure: null };
    default:
      if (!verdict.existing) await requireFewWaiting(transaction, member.request.caller.userId, now);
      return { status: 'ACTIVITY_STATUS_CONSENSUS_NEEDED', result: null, failure: null };
  }
}

/** Runs the effect of an activity in a savepoint. */
async function runEffect(transaction: Transaction, runnable: Runnable): Promise<Executed | undefined> {
  const { sql, services, effectMs } = transaction;
  const { member, verdict } = runnable;
  try {
    return await sql.savepoint(
      async (part) => {
        if (!(await isPrepared(transaction, part, runnable, new Memo()))) return undefined;
        const { context, writer, entries } = begin(transaction, part, runnable);
        const result = await verdict.execution.execute(context, member.preparation.value);
        await writer.finish();
        const executed = completed(result, writer, entries);
        requireRoom(services, storedIn(transaction), member.request, verdict, executed);
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

/** Says that effects took too long together: each gets a transaction of its own. */
class SlowEffects extends Error {}

/**
 * Executes activities that declare what they write in one savepoint: one round trip reads what they rely on, and one sends the
 * statements of all, those of each in a row. Undefined, and without an effect, if one of them fails: then each has to be executed
 * alone. An element is undefined if that activity is not prepared for what is stored now.
 */
export async function executeTogether(
  transaction: Transaction,
  runnables: readonly Runnable[],
): Promise<(Completed | undefined)[] | undefined> {
  const { sql, effectMs } = transaction;
  try {
    return await sql.savepoint(
      async (part) => {
        const reads = new Memo();
        const prepared = await Promise.all(runnables.map((runnable) => isPrepared(transaction, part, runnable, reads)));
        const declared = runnables.map((runnable, index) =>
          prepared[index] ? declare(transaction, part, runnable) : undefined,
        );
        const answers = await Promise.all(declared.map((one) => one && sendAll(one)));
        const executed = declared.map(
          (one, index) => one && completed(one.effect.result(answers[index] ?? []), one.writer, one.entries),
        );
        requireRoomForAll(transaction, runnables, executed);
        return executed;
      },
      { timeoutMs: effectMs },
    );
  } catch (error) {
    if (error instanceof StoreError && error.code === 'TIMEOUT') throw new SlowEffects();
    // Whichever of them failed fails again when it is executed alone.
    return undefined;
  }
}

/** Whether an activity is prepared for what is stored now. Throws if its preparation has failed. */
async function isPrepared(
  { services, state: { organization } }: Transaction,
  sql: TransactionSql,
  { member: { request, preparation }, verdict: { execution, existing } }: Runnable,
  reads: Memo,
): Promise<boolean> {
  if (!execution.phases) return true;
  const inputs = await execution.phases.inputs({ sql, services, organization, reads });
  if (!preparation.isOf({ activityId: activityIdOf(request, existing), inputs })) return false;
  if (preparation.failure) throw preparation.failure;
  return true;
}

/** What the handler of an activity gets, and what collects its changes. */
function begin(
  { services, outbox, state: { organization } }: Transaction,
  sql: TransactionSql,
  { member: { request }, verdict: { existing }, now }: Runnable,
) {
  const writer = new RowWriter(sql, services.macs, organization);
  const entries = outbox.writer(sql, organization);
  const context: ActivityContext = {
    ...{ sql, services, organization, writer, outbox: entries, now },
    caller: request.caller,
    activityId: activityIdOf(request, existing),
    submittedAt: existing?.createdAt ?? now,
  };
  return { context, writer, entries };
}

interface Declared {
  readonly effect: Effect<unknown>;
  readonly writer: RowWriter;
  readonly entries: OutboxWriter;
}

function declare(transaction: Transaction, sql: TransactionSql, runnable: Runnable): Declared {
  const { context, writer, entries } = begin(transaction, sql, runnable);
  const { execution } = runnable.verdict;
  if (!execution.effect) throw new Error('an activity that needs answers must be executed alone');
  const effect = execution.effect(context, runnable.member.preparation.value);
  // Those after it were decided without it.
  if (writer.isDecisive) throw new Error('an activity that changes how others are decided must be executed alone');
  return { effect, writer, entries };
}

/** Sends what an activity writes, and resolves to the answers to the statements of its effect. */
async function sendAll({ effect, writer }: Declared) {
  const sent = [effect.statements, writer.finalStatements()].map((statements) =>
    Promise.all(statements.map((statement) => statement.execute())),
  );
  const [answers = []] = await Promise.all(sent);
  return answers;
}

const completed = (result: unknown, writer: RowWriter, entries: OutboxWriter): Completed => ({
  ...{ status: 'ACTIVITY_STATUS_COMPLETED', result: JSON.stringify(result), failure: null },
  ...{ writer, entries },
});

/** More than the vote and the audit entry of an activity usually have. */
const maxRecordBytes = 8 * 1024;

/** Near the limit, activities are executed one by one, each with what the one before has stored. */
function requireRoomForAll(
  transaction: Transaction,
  runnables: readonly Runnable[],
  executed: readonly (Executed | undefined)[],
): void {
  const { organization, bytes: before = 0 } = storedIn(transaction);
  let bytes = before;
  for (const [index, { member, verdict }] of runnables.entries()) {
    requireRoom(transaction.services, { organization, bytes }, member.request, verdict, executed[index]);
    bytes += bytesOfRequest(member.request, verdict, executed[index]) + maxRecordBytes;
  }
}
