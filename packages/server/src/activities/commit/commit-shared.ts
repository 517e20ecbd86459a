import { RowWriter } from '../../core/authority/row-writer.ts';
import type { EffectPart } from '../../core/handlers/effect.ts';
import type { EffectContext } from '../../core/handlers/implement.ts';
import { ReadBatches, Reads } from '../../core/handlers/reads.ts';
import { ActivityFailure, type ApiError } from '../../core/model/api-error.ts';
import type { OutboxWriter } from '../../delivery/outbox/outbox-writer.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { StoreError } from '../../storage/store/store-error.ts';
import { activityIdOf } from '../decision/activity-request.ts';
import { decide, type Verdict } from '../decision/decide.ts';
import { GroupIsLong, GroupSteps } from '../decision/request-evaluations.ts';
import { requireRoom } from '../decision/require-room.ts';
import { type ReadState, readStates } from '../decision/state.ts';
import { EarlyInputs } from '../look/early-inputs.ts';
import { mayLieInOneMember } from './commit-group.ts';
import {
  completedActivity,
  type Decided,
  deniedActivity,
  type Executed,
  failedActivity,
  isPrepared,
  isRunnable,
  type Runnable,
} from './execute.ts';
import { type Blame, GroupWrites } from './group-writes.ts';
import { recordStatements } from './record-statements.ts';
import { answerWithExisting, recordAndAnswer, refused, type Settlement } from './settle.ts';
import {
  beginPart,
  type CommitOptions,
  decisionOptions,
  type Member,
  type Party,
  storedIn,
  type Transaction,
} from './transaction.ts';

/**
 * What became of a member of a shared group. Otherwise nothing was done: `locked` means that somebody else holds the lock of its
 * organization, `postponed` that it has to wait for the next group, and `alone` for a group of its organization.
 */
export type SharedOutcome = Settlement | { readonly next: 'locked' | 'postponed' | 'alone' };

export interface SharedGroup {
  /** What became of each member of each party, in the same order. */
  readonly outcomes: readonly (readonly SharedOutcome[])[];
  /** The ids of the organizations that made the group fail, so that it was repeated. */
  readonly failed: ReadonlySet<string>;
}

/** How long a statement of a shared group waits for a lock that somebody else holds. */
const lockTimeoutMs = 250;
/** How often a group is repeated without the member that made it fail, and for which part of the time of a transaction. */
const maxRepetitions = 2;
const repetitionTime = 0.5;

/** A member made its group fail. */
class MemberFailure extends Error {
  readonly member: Member;
  readonly refusal: ApiError | undefined;

  constructor({ member, refusal }: Blame, cause: unknown) {
    super('a member of a shared group failed', { cause });
    this.member = member;
    this.refusal = refusal;
  }
}

/** A statement that several members share has failed: somebody of them made it fail. */
class SharedFailure extends Error {
  constructor(cause: unknown) {
    super('a statement of a shared group failed', { cause });
  }
}

/**
 * Commits activities of several organizations of one tenant in one transaction. All of them are new submissions that declare what
 * they write: two round trips read everything and write everything. Organizations whose locks others hold are left out; a single one
 * waits for its lock.
 *
 * If the transaction fails because of a member, it is repeated without that member. While it is not known whose fault it was, it is
 * repeated with statements of their own for all.
 */
export async function commitShared(options: CommitOptions, parties: readonly Party[]): Promise<SharedGroup> {
  const start = performance.now();
  const settled = new Map<Member, SharedOutcome>();
  const failed = new Set<string>();
  const settleAll = (members: readonly Member[], outcome: SharedOutcome) => {
    for (const member of members) settled.set(member, outcome);
  };
  let repetitions = 0;
  let isApart = false;
  for (;;) {
    const rest = parties
      .map(({ organization, members }) => ({ organization, members: members.filter((member) => !settled.has(member)) }))
      .filter(({ members }) => members.length > 0);
    const all = rest.flatMap(({ members }) => members);
    if (all.length === 0) break;
    try {
      for (const [member, outcome] of await inOneTransaction(options, rest, { isApart })) settled.set(member, outcome);
    } catch (error) {
      const cause = error instanceof MemberFailure || error instanceof SharedFailure ? error.cause : error;
      await options.services.distribution.checkAfter(cause);
      const culprit = error instanceof MemberFailure ? error : undefined;
      const party = rest.find(({ members }) => culprit && members.includes(culprit.member));
      const isLate = performance.now() - start > options.database.timeoutMs * repetitionTime;
      if (error instanceof SharedFailure) {
        isApart = true;
        if (isLate) settleAll(all, alone);
      } else if (culprit && party) {
        failed.add(party.organization.id);
        // An earlier member of the same organization may be the cause of the failure, and may still fail itself.
        const isRefused = culprit.refusal !== undefined && party.members[0] === culprit.member;
        settled.set(culprit.member, isRefused ? { next: 'refuse', refusal: culprit.refusal } : alone);
        if (++repetitions > maxRepetitions || isLate)
          settleAll(
            all.filter((member) => !settled.has(member)),
            alone,
          );
      }
      // Nobody knows which of the locks.
      else if (isLockTimeout(cause)) settleAll(all, locked);
      else settleAll(all, mayLieInOneMember(cause) ? alone : { next: 'refuse', refusal: cause });
    }
  }
  return { outcomes: parties.map(({ members }) => members.map((member) => settled.get(member) ?? alone)), failed };
}

const alone: SharedOutcome = { next: 'alone' };
const locked: SharedOutcome = { next: 'locked' };

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isLockTimeout = (error: unknown): boolean => error instanceof StoreError && error.details.sqlState === '55P03';

/** Whether the failure of a statement may lie in what it writes, and not in the database. */
const isOfMember = (error: unknown): boolean =>
  mayLieInOneMember(error) || (error instanceof StoreError && (error.code === 'TIMEOUT' || error.code === 'DEADLOCK'));

type Outcomes = Map<Member, SharedOutcome>;

interface Attempt {
  /** Whether members share no statements, so that each failure says whose it is. */
  readonly isApart: boolean;
}

async function inOneTransaction(
  options: CommitOptions,
  parties: readonly Party[],
  attempt: Attempt,
): Promise<Outcomes> {
  const { database, services, outbox } = options;
  const { isDistributed } = services.distribution;
  const work = database.transaction(
    async (sql, last) => {
      const batches = new ReadBatches();
      const readers = parties.map(({ organization, members }): Reader => {
        const reads = new Reads(batches);
        const context = { sql, services, organization, reads };
        return { reads, inputs: new Map(members.map((member) => [member, new EarlyInputs(context)])) };
      });
      const asks = parties.map(({ organization, members }) => ({
        organization,
        requests: members.map(({ request }) => request),
      }));
      const reading = Promise.allSettled([
        readStates({ sql, services }, asks, { lock: parties.length === 1 ? 'wait' : 'skip' }),
      ]);
      // Sent behind the locks: what they find is what the locks protect.
      const failures = await Promise.all(readers.flatMap(({ inputs }) => Array.from(inputs, readInputs)));
      const [read] = await reading;
      requireReads(failures);
      if (read.status === 'rejected') throw read.reason;
      const states = read.value;
      const outcomes: Outcomes = new Map();
      const writes = new GroupWrites(attempt);
      const begun: Transaction[] = [];
      const groupSteps = new GroupSteps();
      const decided = await Promise.all(
        parties.map((party, index) => {
          const part = partOf(options, sql, party, states.get(party.organization.id), outcomes);
          if (part) begun.push(part);
          return part ? decideAll(part, party.members, readers[index] as Reader, groupSteps) : [];
        }),
      );
      requireReads(decided.flat().map(({ member, verdict }) => failureOf(member, verdict)));
      for (const one of decided.flat()) outcomes.set(one.member, settleDecided(one, writes));
      const entries = begun.map(({ state }) => outbox.writer(sql, state.organization));
      await Promise.all(begun.map(({ events }, index) => events.leave(entries[index] as OutboxWriter)));
      const journals = begun.map(({ journal }) => journal.take());
      last(
        [...writes.statements(sql, { isDistributed }), ...recordStatements(sql, journals, { isDistributed })],
        (index, error) => {
          const blame = isOfMember(error) ? writes.blame(index, error) : undefined;
          if (!blame) return error;
          return blame === 'somebody' ? new SharedFailure(error) : new MemberFailure(blame, error);
        },
      );
      return { outcomes, entries };
    },
    // A single organization waits for its lock as long as a statement may take.
    { readsFirst: true, ...(parties.length > 1 && { lockTimeoutMs }) },
  );
  // Also if it failed: it may have been committed, and the answer lost.
  const { outcomes, entries } = await work.finally(() => {
    for (const { organization } of parties) services.storage.note(organization);
  });
  for (const left of entries) if (!left.isEmpty) outbox.wake(left);
  return outcomes;
}

/** Reads the inputs of a member. Resolves to its failure if one of its statements has failed. */
async function readInputs([member, inputs]: readonly [Member, EarlyInputs]): Promise<MemberFailure | undefined> {
  const { request } = member;
  if (!('execution' in request)) return undefined;
  const [read] = await Promise.allSettled([inputs.of(request.execution)]);
  return failureOf(member, read);
}

/** The failure of a member, if a statement of its own failed. */
function failureOf(member: Member, read: PromiseSettledResult<unknown>): MemberFailure | undefined {
  if (read.status === 'fulfilled') return undefined;
  const isOwn = read.reason instanceof StoreError && read.reason.details.isOwn;
  return isOwn ? new MemberFailure({ member, refusal: undefined }, read.reason) : undefined;
}

/** Throws if statements have failed, after which PostgreSQL refuses all others. Several members may have shared a statement. */
function requireReads(failures: readonly (MemberFailure | undefined)[]): void {
  const [first, ...others] = failures.flatMap((failure) => failure ?? []);
  if (first) throw others.length === 0 && isOfMember(first.cause) ? first : first.cause;
}

/** Begins the part of a party, or says what becomes of its members without it. */
function partOf(
  options: CommitOptions,
  sql: TransactionSql,
  { members }: Party,
  state: ReadState | undefined,
  outcomes: Outcomes,
): Transaction | undefined {
  const leave = (outcome: SharedOutcome) => {
    for (const member of members) outcomes.set(member, outcome);
  };
  if (!state) leave(locked);
  else if (state.status === 'rejected') leave({ next: 'refuse', refusal: state.reason });
  else
    try {
      return beginPart(options, sql, state.value, members);
    } catch (refusal) {
      leave({ next: 'refuse', refusal });
    }
  return undefined;
}

/** What the members of one organization read. */
interface Reader {
  readonly reads: Reads;
  readonly inputs: ReadonlyMap<Member, EarlyInputs>;
}

/** What was decided about a member, before anything is recorded. */
interface DecidedMember {
  readonly part: Transaction;
  readonly member: Member;
  readonly now: Date;
  readonly verdict: PromiseSettledResult<Verdict>;
  /** Whether it is prepared for what is stored now. Rejects if its preparation has failed. */
  readonly isPrepared: PromiseSettledResult<boolean>;
}

/** Decides about all members of a party. None of them changes what decides about another. */
async function decideAll(
  part: Transaction,
  members: readonly Member[],
  { reads, inputs }: Reader,
  groupSteps: GroupSteps,
): Promise<DecidedMember[]> {
  const now = part.services.clock();
  const options = { ...decisionOptions(part, now, reads), groupSteps };
  return Promise.all(
    members.map(async (member) => {
      const [verdict] = await Promise.allSettled([decide(member.request, part.state, options)]);
      const runnable = verdict.status === 'fulfilled' ? runnableOf(member, verdict.value, now) : undefined;
      const [prepared] = await Promise.allSettled([
        runnable ? isPrepared(runnable, inputs.get(member)?.of(runnable.verdict.execution)) : true,
      ]);
      return { part, member, now, verdict, isPrepared: prepared };
    }),
  );
}

function runnableOf(member: Member, verdict: Verdict, now: Date): Runnable | undefined {
  if (verdict.next === 'nothing') return undefined;
  const decided: Decided = { member, verdict, now };
  return isRunnable(decided) ? decided : undefined;
}

/** Records what was decided about a member, and adds what it writes. */
function settleDecided({ part, member, now, verdict, ...rest }: DecidedMember, writes: GroupWrites): SharedOutcome {
  if (verdict.status === 'rejected')
    return verdict.reason instanceof GroupIsLong ? { next: 'postponed' } : refused(verdict.reason);
  const { value } = verdict;
  if (value.next === 'nothing') return answerWithExisting(part, member, value);
  // It needs answers, or a vote: somebody else has submitted it meanwhile.
  if (value.next === 'wait' || value.next === 'reject' || value.existing) return alone;
  let executed: Executed;
  const parts: EffectPart[] = [];
  try {
    requireRoom(part.services, storedIn(part), member.request, value);
    const decided = { member, verdict: value, now };
    if (!isRunnable(decided)) executed = deniedActivity;
    else if (rest.isPrepared.status === 'rejected') throw rest.isPrepared.reason;
    else if (rest.isPrepared.value) executed = declare(part, decided, parts);
    else return { next: 'prepare' };
    requireRoom(part.services, storedIn(part), member.request, value, executed);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) return refused(error);
    executed = failedActivity(error);
    parts.length = 0;
  }
  const settlement = recordAndAnswer(part, { member, verdict: value, executed, now });
  writes.add(member, parts);
  return settlement;
}

/** Declares the effect of an activity that may run. */
function declare(part: Transaction, { member, verdict, now }: Runnable, parts: EffectPart[]): Executed {
  const { sql, services, state } = part;
  const { execution } = verdict;
  const { request, preparation } = member;
  if (!execution.effect) throw new Error('an activity that needs answers must be executed alone');
  const writer = new RowWriter(sql, services.macs, state.organization);
  const context: EffectContext = {
    ...{ sql, services, organization: state.organization, writer, now },
    ...{ caller: request.caller, activityId: activityIdOf(request, undefined), submittedAt: now },
  };
  const effect = execution.effect(context, preparation.value);
  // The others were decided without it.
  if (writer.isDecisive) throw new Error('an activity that changes how others are decided must be executed alone');
  parts.push(...effect.parts, ...writer.directoryChanges());
  return completedActivity(effect.result, writer);
}
