import type { AttemptContext, Kind } from '../../core/handlers/define-kind.ts';
import type { Services } from '../../core/ports/services.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import type { Delivered, Failure, Outcome } from './deliver-entry.ts';
import {
  failAndEraseEntry,
  failEntry,
  handBackEntry,
  type Lane,
  lockEntry,
  type OutboxClock,
  postponeEntry,
  removeEntry,
  repeatEntry,
  type TakenEntry,
} from './entries.ts';
import type { OutboxWriter } from './outbox-writer.ts';
import { maxAttempts, pauseWithinLifeMs, persistentPauseMs, retryPauseMs } from './retry-pause.ts';

/** An attempt to deliver an entry, which has ended. */
export interface Attempt {
  readonly lane: Lane;
  readonly entry: TakenEntry;
  /** Undefined if this process does not know it. */
  readonly kind: Kind | undefined;
  readonly services: Services;
  readonly clock: OutboxClock;
  /** For jitter, from 0 to 1. */
  readonly random: () => number;
}

/** Ends a delivery together with what its kind records about it. Returns when to deliver it again, if it is to be. */
export async function endDelivery(
  sql: TransactionSql,
  attempt: Attempt,
  { contents, result }: Delivered,
  outbox: OutboxWriter,
): Promise<{ readonly againAfterMs: number } | undefined> {
  const { kind, entry, clock } = attempt;
  if (!kind?.record) {
    await removeEntry(sql, entry);
    return undefined;
  }
  // The result of a delivery whose lease has ended is out of date.
  const [held] = await lockEntry(sql, entry);
  if (!held) return undefined;
  const again = await kind.record({ ...contextOf(sql, attempt), outbox }, contents, result);
  if (again) await repeatEntry(sql, entry, again.againAfterMs, clock);
  else await removeEntry(sql, entry);
  return again;
}

/** Ends an attempt that delivered nothing, together with what its kind records about it. Returns after which pause the next one is due. */
export async function endAttempt(
  sql: TransactionSql,
  attempt: Attempt,
  outcome: Exclude<Outcome, Delivered>,
): Promise<number | undefined> {
  const { entry, kind, clock } = attempt;
  if (outcome === 'interrupted' || outcome === 'late') {
    // What an interrupted attempt did is not known. That matters for what is never given up.
    const hasTried = outcome === 'interrupted' && kind?.isPersistent === true;
    await handBackEntry(sql, entry, clock, hasTried);
    return undefined;
  }
  const { error, read } = outcome;
  const pauseMs = isLast(attempt, outcome) ? undefined : pauseMsAfter(attempt, outcome);
  if (kind?.recordFailure && read) {
    const [held] = await lockEntry(sql, entry);
    if (!held) return undefined;
    const context = contextOf(sql, attempt);
    const againAt = pauseMs === undefined ? undefined : new Date(context.now.getTime() + pauseMs);
    await kind.recordFailure(context, read.contents, { code: error.code, status: error.status, againAt });
  }
  if (pauseMs !== undefined) await postponeEntry(sql, entry, error, { pauseMs, clock });
  else await (kind?.erasesContents ? failAndEraseEntry(sql, entry, error) : failEntry(sql, entry, error));
  return pauseMs;
}

/** Whether a failed attempt was the last one of its entry. */
export const isLast = ({ entry, kind }: Pick<Attempt, 'entry' | 'kind'>, { error, read }: Failure): boolean =>
  error.isFinal || (entry.attempts >= maxAttempts && !read?.expiresAt && !kind?.isPersistent);

function pauseMsAfter({ entry, kind, services, random }: Attempt, { read }: Failure): number {
  const { attempts, createdAt } = entry;
  if (kind?.isPersistent) return persistentPauseMs(attempts, random());
  if (!read?.expiresAt) return retryPauseMs(attempts, random());
  return pauseWithinLifeMs(attempts, random(), { createdAt, expiresAt: read.expiresAt, now: services.clock() });
}

/** The organization that has left an entry. */
export const organizationOf = ({ tenantId, source, organizationId: id }: Lane) => ({
  id,
  source,
  parentId: tenantId === id ? null : tenantId,
});

function contextOf(sql: TransactionSql, { lane, entry, services }: Attempt): AttemptContext {
  const { id: entryId, idempotencyKey, attempts: attempt, createdAt } = entry;
  const organization = organizationOf(lane);
  return { sql, services, organization, entryId, idempotencyKey, now: services.clock(), attempt, createdAt };
}
