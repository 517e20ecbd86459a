import type { FindHandler } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Organization } from '../../core/model/organization.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Outbox } from '../../delivery/outbox/outbox.ts';
import type { Database } from '../../storage/store/database.ts';
import { StoreError, type StoreErrorCode } from '../../storage/store/store-error.ts';
import { compiledFor } from '../decision/request-evaluations.ts';
import { readState } from '../decision/state.ts';
import { ActivityEvents } from './activity-events.ts';
import { Journal } from './journal.ts';
import { roundOf, type Settlement, settle, settleTogether } from './settle.ts';
import type { Member, Transaction } from './transaction.ts';

/** What became of a member of a group. Postponed means that nothing was done: it has to wait for the next group. */
export type Outcome = Settlement | { readonly next: 'postponed' };

export interface CommitOptions {
  readonly database: Database;
  readonly services: Services;
  readonly outbox: Pick<Outbox, 'writer' | 'wake'>;
  readonly findHandler: FindHandler;
}

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

/**
 * Commits requests of one organization in one transaction, in their order: all of them read the same state, each effect has its
 * own savepoint, and what is stored about all activities is written together. The result has one element for each member.
 *
 * If the transaction fails for a reason that may lie in one member, each is committed alone.
 */
export async function commitGroup(
  options: CommitOptions,
  organization: Organization,
  members: readonly Member[],
): Promise<Outcome[]> {
  const start = performance.now();
  try {
    return await inOneTransaction(options, organization, members);
  } catch (error) {
    if (members.length === 1 || !mayLieInOneMember(error)) throw error;
    const outcomes: Outcome[] = [];
    for (const member of members) {
      // Those that wait too long may wait for the next group instead: they were rolled back.
      const isLate = performance.now() - start > 2 * options.database.timeoutMs;
      const alone = isLate ? Promise.resolve([postponed]) : inOneTransaction(options, organization, [member]);
      outcomes.push(...(await alone.catch((refusal: unknown) => [{ next: 'refuse', refusal } as const])));
    }
    return outcomes;
  }
}

const postponed: Outcome = { next: 'postponed' };

/** Whether one member may be the cause of a failed transaction. */
const mayLieInOneMember = (error: unknown) =>
  error instanceof StoreError ? ofOneMember.includes(error.code) : !(error instanceof ApiError);

async function inOneTransaction(
  { database, services, outbox, findHandler }: CommitOptions,
  organization: Organization,
  members: readonly Member[],
): Promise<Outcome[]> {
  const work = database.transaction(
    async (sql, last) => {
      const requests = members.map(({ request }) => request);
      const state = await readState({ sql, services, organization }, requests, { isLocked: true });
      const start = performance.now();
      const journal = new Journal(sql, services.macs, state);
      const effectMs = database.timeoutMs * effectTime;
      const events = new ActivityEvents(state);
      const compiled = compiledFor(requests);
      const transaction = { sql, services, outbox, findHandler, state, journal, events, effectMs, compiled };
      const outcomes = await settleAll(transaction, members, start + database.timeoutMs * groupTime);
      const entries = outbox.writer(sql, state.organization);
      await events.leave(entries);
      last(journal.statements());
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

/** Settles members in rounds. If one of them changes what decides about others, or it gets late, those after it are postponed. */
async function settleAll(transaction: Transaction, members: readonly Member[], endsAt: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const isOver = () => outcomes.length === members.length || isDecisive(outcomes.at(-1)) || performance.now() > endsAt;
  do {
    const round = roundOf(transaction, members.slice(outcomes.length));
    const together = await settleTogether(transaction, round);
    outcomes.push(...together);
    const rest = round.slice(together.length);
    // Always one at least: the same members may be the next group.
    for (const member of rest) if (outcomes.length === 0 || !isOver()) outcomes.push(await settle(transaction, member));
  } while (!isOver());
  return [...outcomes, ...members.slice(outcomes.length).map(() => postponed)];
}
