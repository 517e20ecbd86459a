import { createHash } from 'node:crypto';
import { errorBody } from '@mintmark/schema';
import type { AuditChain } from '../audit/audit-chain.ts';
import type { Marks } from '../authority/row-macs.ts';
import { RowWriter } from '../authority/row-writer.ts';
import { TamperedError } from '../authority/tampered-error.ts';
import { ApiError } from '../contract/api-error.ts';
import type { Caller } from '../contract/caller.ts';
import { uuidv7 } from '../contract/ids.ts';
import { ownerColumns } from '../contract/of-organization.ts';
import type { Organization } from '../contract/organization.ts';
import { type Execution, type FindHandler, readStoredActivity } from '../contract/read-activity.ts';
import type { Services } from '../contract/services.ts';
import { RateLimit } from '../limits/rate-limit.ts';
import { rates } from '../limits/rates.ts';
import type { Turns } from '../limits/turns.ts';
import type { Database, Last, Statement, TransactionSql } from '../store/database.ts';
import { activityFacts, digest } from './activity-facts.ts';
import { type ActivityRecord, activityRecord } from './activity-record.ts';
import type { ActivityRow, VoteRow } from './activity-row.ts';
import { type ActivityChanges, hasItsBody, insertActivity, updateActivity } from './activity-store.ts';
import { authorize } from './authorize.ts';
import { readStanding, type Standing } from './standing.ts';
import { approvalsLast, newVote, rootApprovers, saveVote, votesOn, votesWithin } from './votes.ts';

/** A request whose stamp was verified. */
interface Stamped {
  readonly organization: Organization;
  readonly caller: Caller;
  readonly body: Uint8Array;
}

/** A request that becomes an activity. */
export interface Submission extends Stamped {
  readonly type: string;
  readonly timestampMs: number;
  readonly execution: Execution;
}

/** A request to approve or reject an activity. */
export interface Ballot extends Stamped {
  readonly timestampMs: number;
  readonly selection: VoteRow['selection'];
  readonly fingerprint: Uint8Array;
}

export interface LifecycleOptions {
  readonly database: Database;
  readonly services: Services;
  /** The turns in which changes may use a database connection. */
  readonly turns: Turns;
  /** Finds the handler that executes a stored activity once it is approved. */
  readonly findHandler: FindHandler;
}

/** A transaction that holds the lock of its organization. */
interface Work {
  readonly sql: TransactionSql;
  readonly last: Last;
  readonly standing: Standing;
  readonly now: Date;
}

/** A vote on an activity, and what it changes. */
interface Change extends Pick<Entry, 'rows' | 'basis'> {
  readonly selection: VoteRow['selection'];
  readonly changes: ActivityChanges;
}

/** What is written about an activity: its row, the vote or denial, and the audit entry. */
interface Entry {
  readonly activity: ActivityRow;
  readonly change: Statement;
  readonly caller: Caller;
  readonly said: VoteRow | 'denied';
  /** Digests of the rows that changed. */
  readonly rows?: Marks | undefined;
  /** Digests of the rows that decided or were changed, as they were before. */
  readonly basis: Marks;
}

/** The result of a transaction: the activity, its votes if already read, and whether the caller was denied. */
interface Outcome {
  readonly activity: ActivityRow;
  readonly votes?: readonly VoteRow[];
  readonly isDenied?: true;
}

const minute = 60 * 1000;
const furthestAhead = 5 * minute;

/** The failure of a denied activity. */
const denial = JSON.stringify(errorBody('REQUEST_NOT_AUTHORIZED'));

/**
 * Everything that happens to activities. An activity, its votes, its effect and its audit entry are written in one
 * transaction: all of them or none.
 */
export class Lifecycle {
  readonly #database: Database;
  readonly #services: Services;
  readonly #turns: Turns;
  readonly #denials = new RateLimit(rates.denials);
  readonly #findHandler: FindHandler;

  constructor({ database, services, turns, findHandler }: LifecycleOptions) {
    this.#database = database;
    this.#services = services;
    this.#turns = turns;
    this.#findHandler = findHandler;
  }

  /** Submits. The same body is the same activity: a repeat runs nothing, and from another user it counts as an approval. */
  submit(submission: Submission): Promise<ActivityRecord> {
    const fingerprint = createHash('sha256').update(submission.body).digest();
    return this.#transact(submission, fingerprint, (work) =>
      work.standing.existing
        ? this.#approve(work, work.standing.existing, submission)
        : this.#begin(work, submission, fingerprint),
    );
  }

  /** Approves or rejects. */
  async vote(ballot: Ballot): Promise<ActivityRecord> {
    if (ballot.caller.organization.id !== ballot.organization.id) throw new ApiError('ORGANIZATION_MISMATCH');
    return this.#transact(ballot, ballot.fingerprint, async (work) => {
      const { sql, standing, now } = work;
      const { existing } = standing;
      if (!existing) {
        const hex = Buffer.from(ballot.fingerprint).toString('hex');
        throw new ApiError('ACTIVITY_NOT_FOUND', `No activity found with fingerprint sha256:${hex}`);
      }
      if (!standing.isRoot) throw new ApiError('REQUEST_NOT_AUTHORIZED');
      checkTime(ballot.timestampMs, now);
      if (existing.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') {
        // Repeating a vote is not an error: the answer may have been lost.
        const votes = await votesOn(sql, ballot.organization, [existing.id]);
        const isSaid = votes.some(
          ({ userId, selection }) => userId === ballot.caller.userId && selection === ballot.selection,
        );
        if (!isSaid) throw new ApiError('ACTIVITY_NOT_OPEN');
        return { activity: existing };
      }
      return ballot.selection === 'VOTE_SELECTION_APPROVED'
        ? this.#approve(work, existing, ballot)
        : this.#reject(work, existing, ballot);
    });
  }

  async #transact(
    { organization, caller }: Stamped,
    fingerprint: Uint8Array,
    carryOut: (work: Work) => Promise<Outcome>,
  ): Promise<ActivityRecord> {
    if (caller.organization.id !== organization.id) throw new ApiError('REQUEST_NOT_AUTHORIZED');
    const transaction = async (sql: TransactionSql, last: Last) => {
      const now = this.#services.clock();
      const standing = await readStanding(sql, this.#services, { organization, caller, fingerprint, now });
      const { activity, isDenied, ...known } = await carryOut({ sql, last, standing, now });
      const votes = known.votes ?? (await votesOn(sql, organization, [activity.id]));
      return { record: activityRecord(activity, votes, { ...caller, isRoot: standing.isRoot }), isDenied };
    };
    const { credentialId } = caller;
    this.#denials.check(credentialId);
    const { record, isDenied } = await this.#turns.run(organization.id, credentialId, () =>
      this.#database.transaction(transaction, { readsFirst: true }),
    );
    if (!isDenied) return record;
    // Only after the commit: a denied activity is stored.
    this.#denials.take(credentialId);
    throw new ApiError('REQUEST_NOT_AUTHORIZED', undefined, { activityId: record.id });
  }

  /** Handles a body that was not submitted before. */
  async #begin({ sql, last, standing, now }: Work, submission: Submission, fingerprint: Uint8Array): Promise<Outcome> {
    const { organization, isRoot, chain } = standing;
    const services = this.#services;
    const writer = new RowWriter(sql, services.macs, organization);
    const { caller, type, timestampMs, body, execution } = submission;
    checkTime(timestampMs, now);
    const decision = authorize({
      rootThreshold: organization.rootThreshold,
      rootApprovals: isRoot ? 1 : 0,
      isRoot,
      isOwnCredential: execution.ownUserId === caller.userId,
    });
    // Before the activity is written: if the handler refuses, no activity is stored.
    const result =
      decision === 'allowed'
        ? await execution.execute({ sql, organization, caller, now, services, writer })
        : undefined;
    const rows = await writer.finish();
    const row = {
      ...ownerColumns(organization),
      id: uuidv7(now),
      type,
      status: statusOf[decision],
      fingerprint,
      body,
      result: result === undefined ? null : JSON.stringify(result),
      failure: decision === 'denied' ? denial : null,
      deniedUserId: decision === 'denied' ? caller.userId : null,
      approvalsSince: now,
      createdAt: now,
      updatedAt: now,
    };
    const activity: ActivityRow = { ...row, mac: services.macs.macOf('activities', row) };
    const change = insertActivity(sql, activity);
    const said =
      decision === 'denied'
        ? decision
        : newVote({
            caller,
            body,
            voter: standing.voter,
            activityId: activity.id,
            selection: 'VOTE_SELECTION_APPROVED',
            createdAt: now,
          });
    const basis = { ...standing.basis, ...writer.before };
    last(append(sql, chain, { activity, change, caller, said, rows, basis }, now));
    return said === 'denied' ? { activity, votes: [], isDenied: true } : { activity, votes: [said] };
  }

  /** Approves an existing activity. */
  async #approve(work: Work, existing: ActivityRow, stamped: Submission | Ballot): Promise<Outcome> {
    const { sql, standing, now } = work;
    const { organization, isRoot } = standing;
    const services = this.#services;
    const { caller, body, timestampMs } = stamped;
    if (existing.deniedUserId === caller.userId) return { activity: existing, isDenied: true };
    // A denial only binds the user who was denied; otherwise any user could block a body that others want to approve.
    const isOpen = existing.status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' || existing.failure === denial;
    if (!isOpen) return { activity: existing };
    // A body counts as an approval for a day after its timestamp: older bytes are not fresh consent.
    if (now.getTime() - timestampMs > approvalsLast) return { activity: existing };
    const hasLapsed = now.getTime() - existing.approvalsSince.getTime() > approvalsLast;
    const since = hasLapsed ? now : existing.approvalsSince;
    const votes = await votesOn(sql, organization, [existing.id]);
    const said = findVote(votes, caller, body);
    // Old bytes must not renew a lapsed approval: that takes a new body with a new timestamp.
    if (said && said.createdAt < since) return { activity: existing };
    if (!hasItsBody(existing))
      throw new TamperedError(`the body of activity ${existing.id} does not match its fingerprint`);
    const approvers = await rootApprovers({ sql, organization, services }, existing, votes, { since, now });
    approvers.delete(caller.userId);
    const execution = readStoredActivity(existing, this.#findHandler);
    const decision = authorize({
      rootThreshold: organization.rootThreshold,
      rootApprovals: approvers.size + (isRoot ? 1 : 0),
      isRoot,
      isOwnCredential: execution.ownUserId === caller.userId,
    });
    if (decision === 'denied') return { activity: existing, isDenied: true };
    if (said && decision === 'consensusNeeded') return { activity: existing };
    const changes = { status: statusOf[decision], approvalsSince: since, updatedAt: now, failure: null };
    const basis: Marks = Object.assign({}, standing.basis, ...approvers.values());
    const approval = { selection: 'VOTE_SELECTION_APPROVED', basis } as const;
    if (decision !== 'allowed') return this.#change(work, existing, stamped, { ...approval, changes });
    const { rows, before, ...executed } = await sql
      .savepoint(async () => {
        const writer = new RowWriter(sql, services.macs, organization);
        const context = { sql, organization, caller, now, services, writer };
        const result = JSON.stringify(await execution.execute(context));
        return { result, rows: await writer.finish(), before: writer.before };
      })
      .catch(failureOf);
    return this.#change(work, existing, stamped, {
      ...approval,
      changes: { ...changes, ...executed },
      rows,
      basis: { ...basis, ...before },
    });
  }

  async #reject({ now, ...work }: Work, existing: ActivityRow, stamped: Stamped): Promise<Outcome> {
    if (existing.status !== 'ACTIVITY_STATUS_CONSENSUS_NEEDED') return { activity: existing };
    const changes = { status: 'ACTIVITY_STATUS_REJECTED', updatedAt: now } as const;
    const { basis } = work.standing;
    return this.#change({ now, ...work }, existing, stamped, { selection: 'VOTE_SELECTION_REJECTED', changes, basis });
  }

  async #change(
    { sql, standing, now }: Work,
    existing: ActivityRow,
    { caller, body }: Stamped,
    { selection, changes, rows, basis }: Change,
  ): Promise<Outcome> {
    const mac = this.#services.macs.macOf('activities', { ...existing, ...changes });
    const activity = { ...existing, ...changes, mac };
    const change = updateActivity(sql, existing, { ...changes, mac });
    const { voter, chain } = standing;
    const said = newVote({ caller, body, voter, activityId: existing.id, selection, createdAt: now });
    await Promise.all(append(sql, chain, { activity, change, caller, said, rows, basis }, now));
    return { activity };
  }
}

/** Finds the approval that these same bytes gave before: the caller retries, perhaps after a lost answer. */
const findVote = (votes: readonly VoteRow[], { credentialId }: Caller, message: Uint8Array): VoteRow | undefined =>
  votes.find(
    (vote) =>
      vote.credentialId === credentialId &&
      vote.selection === 'VOTE_SELECTION_APPROVED' &&
      Buffer.from(message).equals(vote.message),
  );

/** The statements that write the change of an activity, its vote, and the audit entry about both. */
function append(
  sql: TransactionSql,
  chain: AuditChain,
  { activity, change, caller: { userId, credentialId }, said, rows = {}, basis }: Entry,
  now: Date,
): Statement[] {
  const { organizationId: id, id: activityId } = activity;
  const vote = said === 'denied' ? undefined : said;
  const entry = chain.append({
    at: now.toISOString(),
    activityId,
    ...activityFacts(activity),
    userId,
    credentialId,
    ...(vote ? { said: vote.selection, voteId: vote.id, voter: digest(vote.voter) } : { said: 'denied' }),
    basis,
    ...(Object.keys(rows).length > 0 && { rows }),
  });
  return [change, ...(vote ? [saveVote(sql, { id }, vote)] : []), ...entry];
}

const statusOf = {
  allowed: 'ACTIVITY_STATUS_COMPLETED',
  consensusNeeded: 'ACTIVITY_STATUS_CONSENSUS_NEEDED',
  denied: 'ACTIVITY_STATUS_FAILED',
} as const satisfies Record<string, ActivityRow['status']>;

/** A valid activity may fail by the time it is approved; both the approval and the failure are stored. */
function failureOf(
  error: unknown,
): Pick<ActivityRow, 'status' | 'failure'> & { readonly rows?: undefined; readonly before?: undefined } {
  if (!(error instanceof ApiError)) throw error;
  return { status: 'ACTIVITY_STATUS_FAILED', failure: JSON.stringify(error.body) };
}

/** Refuses a body that is not recent: somebody could have kept an old one to send it now. */
function checkTime(timestampMs: number, now: Date): void {
  const age = now.getTime() - timestampMs;
  if (age > votesWithin || age < -furthestAhead) throw new ApiError('INVALID_TIME');
}
