import { setTimeout as pause } from 'node:timers/promises';
import type { Kind } from '../../core/handlers/define-kind.ts';
import type { Services } from '../../core/ports/services.ts';
import type { Span } from '../../core/spans/span.ts';
import type { TransactionSql } from '../../storage/store/database.ts';
import { type Delivered, deliverEntry, type Outcome } from './deliver-entry.ts';
import type { DeliveryReport } from './delivery-report.ts';
import type { Lane, OutboxClock, TakenEntry } from './entries.ts';
import type { FailingTargets } from './failing-targets.ts';
import type { LaneConnections } from './lane-connections.ts';
import type { LeavingOrganization, OutboxWriter } from './outbox-writer.ts';
import { type Attempt, endAttempt, endDelivery, isLast, organizationOf } from './settle-entry.ts';

/** An entry that this process holds until its lease ends. */
interface Taken {
  readonly lane: Lane;
  readonly entry: TakenEntry;
  readonly leaseEndsAt: number;
}

export interface DeliverOptions {
  readonly services: Services;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly connections: LaneConnections;
  readonly failing: FailingTargets;
  readonly leaseMs: number;
  readonly clock: OutboxClock;
  /** For jitter, from 0 to 1. */
  readonly random: () => number;
  /** Aborts when the process stops. */
  readonly stopping: AbortSignal;
  readonly writer: (sql: TransactionSql, organization: LeavingOrganization) => OutboxWriter;
  /** Delivers what the kind of a delivered entry has left. */
  readonly wake: (left: OutboxWriter) => void;
  /** Delivers an entry of a lane again after a pause. */
  readonly wakeLater: (lane: Lane, pauseMs: number) => void;
}

const settlePauseMs = 500;
/** Entries that wait longer are found when the outbox looks for those that are due. */
const longestWakeMs = 120_000;

/** Tries to deliver an entry, and writes the result. Returns a report, unless it was too late for an attempt. */
export async function deliverTaken(
  taken: Taken,
  options: DeliverOptions,
  span?: Span,
): Promise<DeliveryReport | undefined> {
  const { lane, entry, leaseEndsAt } = taken;
  const { services, kinds, connections, failing, clock, random, stopping } = options;
  const { organizationId, kind: name, id, attempts: attempt } = entry;
  span?.set({ organizationId, kind: name, entryId: id, attempt });
  const noteTarget = lane.target === null ? undefined : failing.begin(lane.target);
  const outcome = await deliverEntry(entry, {
    ...{ tenantId: lane.tenantId, services, kinds, stopping },
    query: (work) => connections.query(work, lane),
    change: (work) => connections.change(lane, work),
    isInTime: () => leaseEndsAt - performance.now() >= options.leaseMs / 2,
  });
  // A refusal that is final came quickly, and says nothing about the next event.
  if (isDelivered(outcome)) noteTarget?.('delivered');
  else if (typeof outcome === 'object' && !outcome.error.isFinal) noteTarget?.('failed');
  const kind = kinds.get(name);
  const attempted = { lane, entry, kind, services, clock, random };
  const repeats = await settle(attempted, outcome, leaseEndsAt, options);
  if (outcome === 'late') return undefined;
  const result = repeats ? ({ outcome: 'repeated' } as const) : resultOf(attempted, outcome);
  if (span) {
    span.set({ outcome: result.outcome, errorCode: result.errorCode });
    span.isError = result.errorCode !== undefined;
  }
  return { organizationId, kind: name, id, attempt, isForeign: kind?.hasForeignTargets ?? false, ...result };
}

/**
 * Writes the result. If that fails, it is tried again until the lease ends: without the result, the delivery is repeated. Returns
 * whether the entry is to be delivered again.
 */
async function settle(
  attempt: Attempt,
  outcome: Outcome,
  leaseEndsAt: number,
  options: DeliverOptions,
): Promise<boolean> {
  for (;;) {
    try {
      if (isDelivered(outcome)) return await record(attempt, outcome, options);
      const pauseMs = await options.connections.change(attempt.lane, (sql) => endAttempt(sql, attempt, outcome));
      if (pauseMs !== undefined && pauseMs <= longestWakeMs) options.wakeLater(attempt.lane, pauseMs);
      return false;
    } catch (error) {
      if (options.stopping.aborted || performance.now() + settlePauseMs > leaseEndsAt) throw error;
      // A process that stops waits for this: the pause has to keep it alive, and ends early.
      await pause(settlePauseMs, undefined, { signal: options.stopping }).catch(() => {});
    }
  }
}

/** Ends a delivery, and delivers what its kind has left in turn. */
async function record(attempt: Attempt, delivered: Delivered, options: DeliverOptions): Promise<boolean> {
  const { lane } = attempt;
  const { again, left } = await options.connections.change(lane, async (sql) => {
    const writer = options.writer(sql, organizationOf(lane));
    return { again: await endDelivery(sql, attempt, delivered, writer), left: writer };
  });
  if (!left.isEmpty) options.wake(left);
  if (again) options.wakeLater(lane, again.againAfterMs);
  return again !== undefined;
}

function resultOf(
  attempt: Attempt,
  outcome: Exclude<Outcome, 'late'>,
): Pick<DeliveryReport, 'outcome' | 'errorCode' | 'cause'> {
  if (outcome === 'interrupted') return { outcome };
  if (isDelivered(outcome)) return { outcome: 'delivered' };
  const { code: errorCode, cause } = outcome.error;
  return { outcome: isLast(attempt, outcome) ? 'failed' : 'retried', errorCode, cause };
}

const isDelivered = (outcome: Outcome): outcome is Delivered => typeof outcome === 'object' && 'result' in outcome;
