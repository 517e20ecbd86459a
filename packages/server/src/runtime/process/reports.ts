import type { ForgedRow } from '../../core/authority/row-macs.ts';
import type { DeliveryReport } from '../../delivery/outbox/delivery-report.ts';
import type { DroppedEntries } from '../../delivery/outbox/outbox.ts';
import { FollowerError } from '../../funds/history/follower-error.ts';
import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import type { RequestLog } from '../http/front-door.ts';
import type { SpanOutcome } from '../traces/span-exporter.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** Where a process reports what it did. */
export interface Reports {
  readonly log: (entry: RequestLog) => void;
  readonly onForged: (row: ForgedRow) => void;
  readonly onDelivery: (report: DeliveryReport) => void;
  readonly onDropped: (report: DroppedEntries) => void;
  readonly onOutboxError: (error: unknown) => void;
  readonly onUnknownKind: () => void;
  readonly onFollowerError: (caip2: string, error: unknown) => void;
  readonly onSpans: (outcome: SpanOutcome, count: number) => void;
  readonly onTraceError: (error: unknown) => void;
  readonly onUntrustedProxy: () => void;
  readonly onFollowed: (caip2: string, blocksBehind: bigint | undefined) => void;
  readonly onStored: (tenants: ReadonlyMap<string, number>, limit: number) => void;
  readonly onStorageError: (error: unknown) => void;
}

const maxLoggedRows = 10_000;
/** Every event of a busy organization may be dropped: the log has one line in a minute for each. */
const droppedPauseMs = 60_000;

/** Reports to the log and to the metrics of a process. */
export function createReports(log: Log, metrics: Metrics): Reports {
  // Many requests may read the same row: the metric counts each of them, the log has one line per row.
  const loggedRows = new Set<string>();
  const dropped = new BoundedMap<{ readonly loggedAt: number; readonly unlogged: number }>(maxLoggedRows);
  return {
    log(entry) {
      metrics.record(entry);
      log.request(entry);
    },
    onForged(forged) {
      metrics.recordForged(forged);
      if (loggedRows.has(forged.row) || loggedRows.size >= maxLoggedRows) return;
      loggedRows.add(forged.row);
      log.event('error', 'ignored a row that this service did not write', { ...forged });
    },
    onDelivery({ cause, isForeign, ...report }) {
      metrics.recordDelivery(report);
      if (report.outcome !== 'failed') return;
      log.event(isForeign ? 'warn' : 'error', 'gave up on an outbox entry', { ...report, cause });
    },
    onDropped({ organizationId, kind, count }) {
      metrics.recordDropped({ kind, count });
      const name = `${organizationId} ${kind}`;
      const now = performance.now();
      const { loggedAt, unlogged } = dropped.get(name) ?? { loggedAt: Number.NEGATIVE_INFINITY, unlogged: 0 };
      const total = unlogged + count;
      const isDue = now - loggedAt >= droppedPauseMs;
      dropped.set(name, isDue ? { loggedAt: now, unlogged: 0 } : { loggedAt, unlogged: total });
      if (isDue)
        log.event('warn', 'dropped outbox entries: too many are waiting', {
          organizationId,
          kind,
          count: total,
        });
    },
    onOutboxError(cause) {
      log.event('warn', 'the outbox could not use the database', { cause });
    },
    onFollowerError(caip2, cause) {
      // Somebody has to decide which blocks are right: it does not pass by itself.
      const isFinal = cause instanceof FollowerError && cause.code === 'FINAL_BLOCK_DROPPED';
      log.event(isFinal ? 'error' : 'warn', 'could not follow a chain', { caip2, cause });
    },
    onSpans(outcome, count) {
      metrics.recordSpans(outcome, count);
    },
    onTraceError(cause) {
      log.event('warn', 'could not export traces', { cause });
    },
    onUntrustedProxy() {
      log.event(
        'warn',
        'requests come through a proxy that is not in trustedProxies: all its clients count as one address',
      );
    },
    onStored: (tenants, limit) => metrics.recordStored(tenants, limit),
    onStorageError(cause) {
      log.event('warn', 'could not total the storage of organizations', { cause });
    },
    onFollowed: (caip2, blocksBehind) => metrics.recordFollowed(caip2, blocksBehind),
    onUnknownKind() {
      log.event(
        'warn',
        'the outbox has entries of a kind that this version does not know: a newer version delivers them',
      );
    },
  };
}
