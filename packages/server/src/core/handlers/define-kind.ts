import type { z } from 'zod';
import type { Sql, TransactionSql } from '../../storage/store/database.ts';
import type { Services } from '../ports/services.ts';

/** What a kind gets besides the contents of an entry. */
export interface Delivery {
  readonly services: Services;
  readonly organizationId: string;
  /** The same for every attempt: the target must recognise a repetition by it. */
  readonly idempotencyKey: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborts when the time limit of the delivery has passed, and when the process stops. */
  readonly signal: AbortSignal;
  /** Borrows a connection to read something. */
  readonly read: <Result>(work: (sql: Sql) => Promise<Result>) => Promise<Result>;
  /** Changes something in a transaction of its own, whatever becomes of the entry. */
  readonly change: <Result>(work: (sql: TransactionSql) => Promise<Result>) => Promise<Result>;
  /** The same, but rejects if another process has taken the entry, because this delivery took too long. */
  readonly changeWhileHeld: <Result>(work: (sql: TransactionSql) => Promise<Result>) => Promise<Result>;
}

/** What a kind gets to record an attempt. What it writes is committed together with the end of the attempt. */
export interface AttemptContext {
  readonly sql: TransactionSql;
  readonly services: Services;
  readonly organization: { readonly id: string; readonly parentId: string | null };
  readonly entryId: string;
  readonly idempotencyKey: string;
  readonly now: Date;
  /** 1 unless the result of an earlier attempt is not known. */
  readonly attempt: number;
  /** When the entry was left. */
  readonly createdAt: Date;
}

/** A failed attempt. */
export interface FailedAttempt {
  /** A code of a DeliveryError. */
  readonly code: string;
  /** The HTTP status that the target answered with, if it did. */
  readonly status: number | undefined;
  /** When the next attempt is due; undefined if there is none. */
  readonly againAt: Date | undefined;
}

/** The same for the result of a delivery. */
export interface RecordContext extends AttemptContext {
  /** Takes what has to happen outside because of the result. */
  readonly outbox: LeavesEntries;
}

interface KindOptions<Contents extends z.ZodType, Result> {
  /** Its name in the table and in the metrics, in snake case. It is never changed: entries may be waiting under it. */
  readonly name: string;
  /** Describes the contents as JSON. A later version must accept what an earlier version wrote. */
  readonly contents: Contents;
  /** Whether the contents are sealed in the database. */
  readonly isSecret: boolean;
  /** How long one attempt may take: 20,000. It must be at most half of a lease. */
  readonly timeLimitMs?: number;
  /** How many entries of this kind one process delivers concurrently: 16. */
  readonly places?: number;
  /** Whether the contents are erased when an entry has failed for good. It cannot be tried again then: the reason is all that stays. */
  readonly erasesContents?: boolean;
  /** Whether it is tried for ever, at least once a minute: giving it up would leave something in an unknown state. */
  readonly isPersistent?: boolean;
  /** Whether callers choose the targets. A failure is then not for the operator to mend, and is logged as a warning. */
  readonly hasForeignTargets?: boolean;
  /**
   * Whether an organization chooses the targets of its own entries. All that anonymous sign-ups from one network made then share
   * places: one stranger could let all of their targets hang.
   */
  readonly sharesPlacesBySource?: boolean;
  /** Whether an entry is not delivered any more once its organization is deleted. */
  readonly endsWithOrganization?: boolean;
  /** When it is too late for a delivery. Such an entry is tried until then, more often than others, and then fails as EXPIRED. */
  expiresAt?(contents: z.output<Contents>): Date;
  /**
   * Delivers an entry. It holds no connection and no lock. If it throws, the entry is tried again later, unless it throws a
   * DeliveryError that is final.
   */
  deliver(contents: z.output<Contents>, delivery: Delivery): Promise<Result>;
  /**
   * Records what a delivery led to. It may run again after a rollback. If it returns a pause, the entry stays, and is delivered
   * again after the pause: so it follows something that takes its time.
   */
  record?(context: RecordContext, contents: z.output<Contents>, result: Result): Promise<Pause | undefined>;
  /** Records that an attempt failed. It may run again after a rollback. It is not called if the contents could not be read. */
  recordFailure?(context: AttemptContext, contents: z.output<Contents>, failure: FailedAttempt): Promise<void>;
}

interface Pause {
  readonly againAfterMs: number;
}

/** A kind of entries. */
export type Kind<Contents extends z.ZodType = z.ZodType, Result = unknown> = Required<
  Omit<KindOptions<Contents, Result>, 'expiresAt' | 'record' | 'recordFailure'>
> &
  Pick<KindOptions<Contents, Result>, 'expiresAt' | 'record' | 'recordFailure'>;

/**
 * Defines a kind of entries, and how they are delivered.
 *
 * @example
 * export default defineKind({
 *   name: 'letter',
 *   contents: z.object({ url: z.url(), body: z.string() }),
 *   isSecret: false,
 *   async deliver({ url, body }, { services, idempotencyKey, signal }) {
 *     const headers = { 'Idempotency-Key': idempotencyKey };
 *     const { status } = await services.fetch({ url, method: 'POST', headers, body, signal });
 *     if (status >= 300) throw new DeliveryError('REFUSED', { status });
 *   },
 * });
 */
export function defineKind<Contents extends z.ZodType, Result = void>(
  options: KindOptions<Contents, Result>,
): Kind<Contents, Result> {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(options.name)) throw new Error(`not a valid kind name: ${options.name}`);
  const defaults = {
    timeLimitMs: 20_000,
    places: 16,
    erasesContents: false,
    isPersistent: false,
    hasForeignTargets: false,
    sharesPlacesBySource: false,
    endsWithOrganization: false,
  };
  return { ...defaults, ...options };
}

/** One of several entries of a kind. */
export interface EntryToLeave<Contents> {
  readonly contents: Contents;
  readonly idempotencyKey: string;
  /** What callers chose to be called: entries with the same target wait for each other, and not for those of other targets. */
  readonly target?: string;
}

/** What handlers leave entries with. */
export interface LeavesEntries {
  /**
   * Leaves an entry.
   *
   * @param options.idempotencyKey Names what has to happen. All attempts have the same key. The transaction fails if an entry
   * with this key is still there. Without it, the id of the entry is the key.
   */
  leave<Contents extends z.ZodType, Result>(
    kind: Kind<Contents, Result>,
    contents: z.input<Contents>,
    options?: { readonly idempotencyKey?: string },
  ): Promise<void>;
  /** Leaves several entries of one kind. Those for which there is no room are dropped. */
  leaveAll<Contents extends z.ZodType>(
    kind: Kind<Contents>,
    entries: readonly EntryToLeave<z.input<Contents>>[],
    options: { readonly maxWaiting: number },
  ): Promise<void>;
}
