import { hash } from 'node:crypto';
import { StorageUsedUp } from '../core/budgets/storage-budget.ts';
import type { FindHandler } from '../core/handlers/implement.ts';
import type { ConnectionTurns } from '../core/limits/connection-turns.ts';
import type { RateLimit } from '../core/limits/rate-limit.ts';
import { Turns } from '../core/limits/turns.ts';
import { ApiError } from '../core/model/api-error.ts';
import { uuidv7 } from '../core/model/ids.ts';
import { shareOf } from '../core/model/share.ts';
import type { Services } from '../core/ports/services.ts';
import { inSpan } from '../core/spans/span.ts';
import type { Outbox } from '../delivery/outbox/outbox.ts';
import type { Database, Sql, TransactionSql } from '../storage/store/database.ts';
import { commitGroup } from './commit/commit-group.ts';
import { CommitQueue } from './commit/commit-queue.ts';
import { commitShared } from './commit/commit-shared.ts';
import type { Settlement } from './commit/settle.ts';
import type { ActivityRequest, Ballot, Submission } from './decision/activity-request.ts';
import { keyOf } from './decision/known-activities.ts';
import { mayAct } from './decision/may-act.ts';
import { RequestEvaluations } from './decision/request-evaluations.ts';
import { type Look, Looks } from './look/looks.ts';
import { Preparation } from './look/preparation.ts';
import type { ActivityRecord } from './record/activity-record.ts';

export interface LifecycleOptions {
  readonly database: Database;
  readonly services: Services;
  readonly outbox: Pick<Outbox, 'writer' | 'wake'>;
  readonly turns: Pick<ConnectionTurns, 'changes' | 'queries'>;
  /** The limit on denied activities. */
  readonly denials: RateLimit;
  /** Finds the handler that executes an activity. */
  readonly findHandler: FindHandler;
}

/** How often an activity is prepared and committed again, because what decides about it has changed meanwhile. */
const maxRounds = 4;
/** How long preparing one activity may take, in comparison with a piece of work in the database. */
const prepareTimes = 4;
/** How many activities may be in preparation at the same time: in all, of one tenant and of one source. */
const preparing = { inAll: 96, ofTenant: 64, ofSource: 16 };

/**
 * How many requests of one source are under way at the same time. The others wait before anything is read for them, so that a crowd of
 * one organization does not hold up others at each step.
 */
const underWay = { inAll: Number.POSITIVE_INFINITY, ofSource: 32, waitingOfSource: 1_000 };

/**
 * Everything that happens to activities. An activity, its votes, its effect and its audit entry are written in one
 * transaction: all of them or none.
 *
 * There are three phases. *Look* reads without a lock what decides about the request. *Prepare* does the slow work of an activity
 * that may run. *Commit* locks the organization, decides again, and writes. An activity without slow work begins with the
 * commit, since nothing would come of looking first, unless its policies turn out to take long.
 */
export class Lifecycle {
  readonly #options: LifecycleOptions;
  /** Slow work of a source does not hold up what needs none. */
  readonly #underWay: { readonly slow: Turns; readonly quick: Turns };
  readonly #looks: Looks;
  readonly #preparations: Turns;
  readonly #commits: CommitQueue;
  /** The submissions in flight that need slow work, by their caller and body. */
  readonly #submissions = new Map<string, Promise<ActivityRecord>>();

  constructor(options: LifecycleOptions) {
    this.#options = options;
    const { database, services, turns, findHandler } = options;
    const longestWaitMs = database.timeoutMs;
    this.#looks = new Looks({ database, services, findHandler, turns: turns.queries });
    const limits = { ...underWay, longestWaitMs };
    this.#underWay = { slow: new Turns(limits), quick: new Turns(limits) };
    this.#preparations = new Turns({ ...preparing, longestWaitMs });
    this.#commits = new CommitQueue({
      commit: (party) => commitGroup(options, party),
      commitShared: (parties) => commitShared(options, parties),
      maySeveralShare: () => !services.distribution.isDistributed,
      turns: turns.changes,
      longestWaitMs,
    });
  }

  /** Submits. The same body is the same activity: a repeat runs nothing, and from another user it counts as an approval. */
  submit(submission: Submission): Promise<ActivityRecord> {
    const fingerprint = hash('sha256', submission.body, 'buffer');
    const newId = uuidv7(this.#options.services.clock());
    const request = { ...submission, fingerprint, newId, evaluations: this.#evaluations(submission) };
    return submission.execution.phases ? this.#afterTheSame(request) : this.#carryOut(request);
  }

  /**
   * Waits for the same body of the same caller that is in flight. Some slow work can be done only once, such as spending a code,
   * and a caller who repeats a request would lose the result of the first one.
   */
  async #afterTheSame(request: Submission & ActivityRequest): Promise<ActivityRecord> {
    const { organization, caller, fingerprint } = request;
    const key = `${organization.id} ${caller.credentialId} ${keyOf(fingerprint)}`;
    // Again, since another repetition may have waited too, and goes first.
    for (let same = this.#submissions.get(key); same; same = this.#submissions.get(key)) await same.catch(() => {});
    const submission = this.#carryOut(request);
    this.#submissions.set(key, submission);
    try {
      return await submission;
    } finally {
      if (this.#submissions.get(key) === submission) this.#submissions.delete(key);
    }
  }

  /** Approves or rejects. */
  async vote(ballot: Ballot): Promise<ActivityRecord> {
    if (ballot.caller.organization.id !== ballot.organization.id) throw new ApiError('ORGANIZATION_MISMATCH');
    return this.#carryOut({ ...ballot, evaluations: this.#evaluations(ballot) });
  }

  #evaluations({ organization, caller }: Pick<ActivityRequest, 'organization' | 'caller'>): RequestEvaluations {
    const { loop } = this.#options.services;
    const share = shareOf(organization, caller);
    return new RequestEvaluations(loop.turnsOf(share), loop.largeTurnsOf(share));
  }

  async #carryOut(request: ActivityRequest): Promise<ActivityRecord> {
    const { organization, caller } = request;
    if (!mayAct(request)) throw new ApiError('REQUEST_NOT_AUTHORIZED');
    this.#options.denials.check(caller.credentialId);
    // A vote may run whatever was submitted.
    const isQuick = 'execution' in request && !request.execution.phases;
    const turns = isQuick ? this.#underWay.quick : this.#underWay.slow;
    return turns.run(shareOf(organization, caller), () => this.#goThrough(request));
  }

  /** Looks, prepares and commits. */
  async #goThrough(request: ActivityRequest): Promise<ActivityRecord> {
    const { caller } = request;
    const { denials, services } = this.#options;
    using preparation = new Preparation();
    if ('execution' in request)
      await request.execution.readAhead(services.loop.turnsOf(shareOf(request.organization, caller)));
    let isUnprepared = 'execution' in request && request.execution.phases !== undefined;
    for (let round = 0; round < maxRounds; round++) {
      if (isUnprepared)
        await this.#prepare(request, preparation).catch((error) => this.#requireCarriedOut(request, error));
      const settlement = await inSpan('commit', (span) =>
        this.#commits.commit({ request: span ? { ...request, span } : request, preparation }),
      );
      if (settlement.next === 'refuse') {
        // It leaves nothing behind, and may have been as expensive as one that is denied.
        if (settlement.refusal instanceof StorageUsedUp) denials.take(caller.credentialId);
        throw settlement.refusal;
      }
      if (settlement.next === 'answer') return this.#answer(request, settlement);
      isUnprepared = true;
    }
    throw new ApiError('CONCURRENT_CHANGE');
  }

  /** Throws, unless the same body was carried out by another process meanwhile: what that used up cannot be used again. */
  async #requireCarriedOut(request: ActivityRequest, error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || (await this.#look(request))) throw error;
  }

  #look(request: ActivityRequest): Promise<Look | undefined> {
    return inSpan('look', (span) => this.#looks.look(span ? { ...request, span } : request));
  }

  /** Answers after the commit. */
  #answer({ caller }: ActivityRequest, { record, isDenied, entries }: Settlement & { next: 'answer' }): ActivityRecord {
    if (entries && !entries.isEmpty) this.#options.outbox.wake(entries);
    if (!isDenied) return record;
    // Only now, since a denied activity is stored.
    this.#options.denials.take(caller.credentialId);
    throw new ApiError('REQUEST_NOT_AUTHORIZED', undefined, { activityId: record.id });
  }

  /** Looks whether the activity may run, and if so does its slow work. */
  async #prepare(request: ActivityRequest, preparation: Preparation): Promise<void> {
    const { services, turns, database } = this.#options;
    const { organization, caller } = request;
    const share = shareOf(organization, caller);
    const read = <Result>(work: (sql: Sql) => Promise<Result>) => turns.queries.run(share, () => database.query(work));
    const change = <Result>(work: (sql: TransactionSql) => Promise<Result>) =>
      turns.changes.run(share, () => database.transaction(work));
    const look = await this.#look(request);
    if (!look) return;
    const { phases, of, isApproval, wantsProofs } = look;
    const prepare = () =>
      preparation.make(
        phases,
        of,
        { organization, caller, services, read, change },
        { timeoutMs: prepareTimes * database.timeoutMs, keepsFailures: isApproval, wantsProofs },
      );
    await inSpan('prepare', () => this.#preparations.run(share, prepare));
  }
}
