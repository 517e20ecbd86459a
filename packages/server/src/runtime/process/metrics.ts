import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ActivityStatus, errors } from '@mintmark/schema';
import { authenticatedTables } from '../../activities/tables.ts';
import type { ForgedRow } from '../../core/authority/row-macs.ts';
import { type DeliveryReport, deliveryOutcomes } from '../../delivery/outbox/delivery-report.ts';
import type { Depth } from '../../delivery/outbox/entries-of-all.ts';
import type { DroppedEntries } from '../../delivery/outbox/outbox.ts';
import { kinds } from '../../operations/kinds.ts';
import { pageHeaders } from '../http/answers.ts';
import type { App, OutgoingAnswer } from '../http/exchange.ts';
import type { RequestLog } from '../http/front-door.ts';
import { type SpanOutcome, spanOutcomes } from '../traces/span-exporter.ts';
import { Counter, Histogram, type Metric, metricText } from './metric.ts';

export interface Connections {
  readonly limit: number;
  readonly busy: number;
  readonly waiting: number;
}

/** What a process without a database uses. */
export const noConnections: Connections = { limit: 0, busy: 0, waiting: 0 };

/** How many tenants have a metric of their own. */
const maxTenants = 100;

/** In seconds: from an answer out of memory to the time limit of a piece of work. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * The metrics of the process. Labels are operation names, statuses, codes of the error catalogue, configured chains and ids of
 * top-level organizations, of which an operator makes few: a closed set, none of which comes from a request.
 */
export class Metrics {
  readonly #requests = new Counter();
  readonly #refusals = new Counter(Object.keys(errors).map((code) => ({ code })));
  readonly #activities = new Counter(ActivityStatus.options.map((status) => ({ status })));
  readonly #forgedRows = new Counter(authenticatedTables.map(({ name: table }) => ({ table })));
  readonly #deliveries = new Counter(
    kinds.flatMap(({ name: kind }) => deliveryOutcomes.map((outcome) => ({ kind, outcome }))),
  );
  readonly #dropped = new Counter(kinds.map(({ name: kind }) => ({ kind })));
  readonly #behind = new Map<string, number>();
  #stored: ReadonlyMap<string, number> = new Map();
  #storageLimit = 0;
  readonly #spans = new Counter(spanOutcomes.map((outcome) => ({ outcome })));
  readonly #durations = new Histogram(bounds);
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  #inFlight = 0;

  constructor() {
    this.#delay.enable();
  }

  /** Counts a request that has ended. */
  record({ operation, status, durationMs, errorCode, activityStatus }: RequestLog): void {
    this.#requests.add({ operation, status: String(status) });
    this.#durations.observe({ operation }, durationMs / 1000);
    if (errorCode) this.#refusals.add({ code: errorCode });
    if (activityStatus) this.#activities.add({ status: activityStatus });
  }

  /** Counts a row that was ignored because this service did not write it. */
  recordForged({ table }: ForgedRow): void {
    this.#forgedRows.add({ table });
  }

  /** Counts an attempt to deliver an entry of the outbox. */
  recordDelivery({ kind, outcome }: Pick<DeliveryReport, 'kind' | 'outcome'>): void {
    this.#deliveries.add({ kind, outcome });
  }

  /** Counts what became of spans. */
  recordSpans(outcome: SpanOutcome, count: number): void {
    this.#spans.add({ outcome }, count);
  }

  /** Counts entries of the outbox that were dropped. */
  recordDropped({ kind, count }: Pick<DroppedEntries, 'kind' | 'count'>): void {
    this.#dropped.add({ kind }, count);
  }

  /** Notes how many blocks of a chain are left to record, if this process knows. */
  recordFollowed(caip2: string, blocksBehind: bigint | undefined): void {
    if (blocksBehind === undefined) this.#behind.delete(caip2);
    else this.#behind.set(caip2, Number(blocksBehind));
  }

  /** Notes the bytes that tenants have stored, and how many each may store. The smallest of very many tenants count as one. */
  recordStored(tenants: ReadonlyMap<string, number>, limit: number): void {
    const largest = [...tenants].toSorted(([, one], [, other]) => other - one);
    const others = largest.slice(maxTenants).reduce((sum, [, bytes]) => sum + bytes, 0);
    this.#stored = new Map([...largest.slice(0, maxTenants), ...(others > 0 ? [['others', others] as const] : [])]);
    this.#storageLimit = limit;
  }

  /** The same app, with its requests in flight counted. */
  watch(app: App): App {
    return async (request) => {
      this.#inFlight++;
      try {
        return await app(request);
      } finally {
        this.#inFlight--;
      }
    };
  }

  /** All metrics of this process, for a scrape: it begins the next measurement of the event loop. */
  scrape(connections: Connections, depths?: readonly Depth[]): Metric[] {
    const metrics = this.read(connections, depths);
    this.#delay.reset();
    return metrics;
  }

  /**
   * All metrics of this process.
   *
   * @param depths What the outbox holds, if that is known.
   */
  read({ limit, busy, waiting }: Connections, depths: readonly Depth[] = []): Metric[] {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const delay = this.#delay;
    return [
      {
        name: 'mintmark_requests_total',
        type: 'counter',
        help: 'Responses, by operation and HTTP status.',
        samples: this.#requests.samples(),
      },
      {
        name: 'mintmark_request_duration_seconds',
        type: 'histogram',
        help: 'Time from the headers of a request to its response.',
        samples: this.#durations.samples(),
      },
      gauge('mintmark_requests_in_flight', 'Requests in flight.', this.#inFlight),
      {
        name: 'mintmark_refusals_total',
        type: 'counter',
        help: 'Errors, by their code.',
        samples: this.#refusals.samples(),
      },
      {
        name: 'mintmark_activity_answers_total',
        type: 'counter',
        help: 'Responses with an activity, by its status. Repeated requests count each time.',
        samples: this.#activities.samples(),
      },
      {
        name: 'mintmark_forged_rows_total',
        type: 'counter',
        help: 'Rows ignored because this service did not write them, by table.',
        samples: this.#forgedRows.samples(),
      },
      {
        name: 'mintmark_outbox_deliveries_total',
        type: 'counter',
        help: 'Attempts to deliver outbox entries, by kind and outcome.',
        samples: this.#deliveries.samples(),
      },
      {
        name: 'mintmark_outbox_dropped_total',
        type: 'counter',
        help: 'Outbox entries dropped because too many of their kind were waiting, by kind.',
        samples: this.#dropped.samples(),
      },
      {
        name: 'mintmark_chain_blocks_behind',
        type: 'gauge',
        help: 'Blocks of a chain that are not recorded yet. Absent if the node cannot be reached.',
        across: 'max',
        samples: [...this.#behind].map(([chain, behind]) => ['', { chain }, behind]),
      },
      // Every process reads the same tables.
      {
        name: 'mintmark_storage_bytes',
        type: 'gauge',
        help: 'Bytes stored by top-level organizations together with their sub-organizations, by organization id.',
        across: 'max',
        samples: [...this.#stored].map(([tenant, bytes]) => ['', { tenant }, bytes]),
      },
      {
        ...gauge('mintmark_storage_limit_bytes', 'Storage limit of each top-level organization.', this.#storageLimit),
        across: 'max',
      },
      {
        name: 'mintmark_outbox_entries',
        type: 'gauge',
        help: 'Outbox entries in the database, by state and kind.',
        across: 'max',
        samples: depths.map(({ state, kind, count }) => ['', { state, kind }, count]),
      },
      {
        name: 'mintmark_outbox_overdue_seconds',
        type: 'gauge',
        help: 'How long the oldest due entry has been waiting for an attempt, by kind.',
        across: 'max',
        samples: depths.flatMap(({ state, kind, overdueSeconds }) =>
          state === 'waiting' ? [['', { kind }, overdueSeconds] as const] : [],
        ),
      },
      gauge('mintmark_database_connections_limit', 'Max number of connections.', limit),
      gauge('mintmark_database_connections_busy', 'Connections in use.', busy),
      gauge('mintmark_database_waiting', 'Callers waiting for a connection.', waiting),
      {
        name: 'mintmark_spans_total',
        type: 'counter',
        help: 'Ended trace spans, by outcome.',
        samples: this.#spans.samples(),
      },
      { ...gauge('process_cpu_seconds_total', 'CPU time used.', (user + system) / 1e6), type: 'counter' },
      gauge('process_resident_memory_bytes', 'Resident memory.', rss),
      gauge('process_heap_used_bytes', 'Heap in use.', heapUsed),
      {
        ...gauge('process_start_time_seconds', 'Start of the process.', performance.timeOrigin / 1000),
        across: 'min',
      },
      {
        name: 'process_event_loop_delay_seconds',
        type: 'gauge',
        help: 'Delay of the event loop since the last scrape.',
        across: 'max',
        samples: [
          ['', { percentile: '50' }, delay.percentile(50) / 1e9],
          ['', { percentile: '99' }, delay.percentile(99) / 1e9],
          ['', { percentile: '100' }, delay.max / 1e9],
        ],
      },
    ];
  }
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'gauge',
  help,
  samples: [['', {}, value]],
});

/** Metrics in the text format of Prometheus, version 0.0.4. */
export const metricsAnswer = (metrics: readonly Metric[]): OutgoingAnswer => ({
  status: 200,
  headers: { ...pageHeaders, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
  body: metrics.map(metricText).join(''),
});
