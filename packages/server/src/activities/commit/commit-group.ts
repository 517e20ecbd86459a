import { Reads } from '../../core/handlers/reads.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { StoreError, type StoreErrorCode } from '../../storage/store/store-error.ts';
import { readState } from '../decision/state.ts';
import { EarlyInputs } from '../look/early-inputs.ts';
import { recordStatements } from './record-statements.ts';
import { type Settlement, settle } from './settle.ts';
import { beginPart, type CommitOptions, type Party, type Transaction } from './transaction.ts';

/** What became of a member of a group. Postponed means that nothing was done: it has to wait for the next group. */
export type Outcome = Settlement | { readonly next: 'postponed' };

/** The part of a transaction's time after which a group accepts no further member, so that others are not kept waiting. */
const groupTime = 0.02;
/** The part that one effect may take. If it hangs, enough time is left to commit the others. */
const effectTime = 0.4;

/** Errors of a transaction for which one of its members may be the cause. */
const ofOneMember: readonly StoreErrorCode[] = [
  'QUERY_FAILED',
  'UNIQUE_VIOLATION',
  'CONSTRAINT_VIOLATION',
  'ROLLED_BACK',
];

/** Whether one member may be the cause of a failed transaction. */
export const mayLieInOneMember = (error: unknown): boolean =>
  error instanceof StoreError ? ofOneMember.includes(error.code) : !(error instanceof ApiError);

/**
 * Commits requests of one organization in one transaction, in their order: each is decided on the state that the previous ones left,
 * each effect has its own savepoint, and what is stored about all activities is written together. The result has one element for
 * each member.
 *
 * If the transaction fails for a reason that may lie in one member, each is committed alone.
 */
export async function commitGroup(options: CommitOptions, party: Party): Promise<Outcome[]> {
  const { organization, members } = party;
  const start = performance.now();
  try {
    return await inOneTransaction(options, party);
  } catch (error) {
    if (members.length === 1 || !mayLieInOneMember(error)) throw error;
    const outcomes: Outcome[] = [];
    for (const member of members) {
      // Those that wait too long may wait for the next group instead: they were rolled back.
      const isLate = performance.now() - start > 2 * options.database.timeoutMs;
      const alone = isLate
        ? Promise.resolve([postponed])
        : inOneTransaction(options, { organization, members: [member] });
      outcomes.push(...(await alone.catch((refusal: unknown) => [{ next: 'refuse', refusal } as const])));
    }
    return outcomes;
  }
}

const postponed: Outcome = { next: 'postponed' };

async function inOneTransaction(options: CommitOptions, { organization, members }: Party): Promise<Outcome[]> {
  const { database, services, outbox } = options;
  const { isDistributed } = services.distribution;
  const work = database.transaction(
    async (sql, last) => {
      const requests = members.map(({ request }) => request);
      const ask = { organization, requests };
      const [only, ...others] = requests;
      const inputs =
        others.length === 0 ? new EarlyInputs({ sql, services, organization, reads: new Reads() }) : undefined;
      const [state] = await Promise.all([
        readState({ sql, services }, ask, { lock: 'wait' }),
        // Sent behind the lock. With others before it, what an activity relies on may change.
        only && 'execution' in only ? inputs?.read(only.execution) : undefined,
      ]);
      const start = performance.now();
      const part = beginPart(options, sql, state, members);
      const outcomes = await settleAll(
        part,
        { organization, members },
        {
          ...{ effectMs: database.timeoutMs * effectTime, inputs },
          endsAt: start + database.timeoutMs * groupTime,
        },
      );
      const entries = outbox.writer(sql, state.organization);
      await part.events.leave(entries);
      last(recordStatements(sql, [part.journal.take()], { isDistributed }));
      return { outcomes, entries };
    },
    { readsFirst: true },
  );
  // Also if it failed: it may have been committed, and the answer lost.
  const { outcomes, entries } = await work.finally(() => services.storage.note(organization));
  if (!entries.isEmpty) outbox.wake(entries);
  return outcomes;
}

const isDecisive = (outcome: Outcome | undefined) => outcome?.next === 'answer' && outcome.isDecisive;

interface SettleAllOptions {
  readonly effectMs: number;
  readonly inputs: EarlyInputs | undefined;
  readonly endsAt: number;
}

/** Settles members. If one of them changes what decides about others, or it gets late, those after it are postponed. */
async function settleAll(part: Transaction, { members }: Party, options: SettleAllOptions): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let isOver = false;
  for (const member of members) {
    const outcome: Outcome = isOver ? postponed : await settle(part, member, options);
    outcomes.push(outcome);
    // Not before the first one is settled: the same members may be the next group.
    isOver ||= isDecisive(outcome) || performance.now() > options.endsAt;
  }
  return outcomes;
}
