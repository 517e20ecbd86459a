import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ForgedRow } from '../authority/row-macs.ts';
import { pageHeaders } from '../http/answers.ts';
import type { App, OutgoingAnswer } from '../http/exchange.ts';
import type { RequestLog } from '../http/front-door.ts';
import { Counter, Histogram, metricText } from './metric.ts';

export interface Connections {
  readonly busy: number;
  readonly waiting: number;
}

/** In seconds: from an answer out of memory to the time limit of a piece of work. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * The metrics of the process. Labels are operation names, statuses and codes of the error catalogue: a closed set, none of
 * which comes from a request.
 */
export class Metrics {
  readonly #requests = new Counter();
  readonly #refusals = new Counter();
  readonly #activities = new Counter();
  readonly #forgedRows = new Counter();
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

  /** All metrics in the text format of Prometheus, version 0.0.4. */
  answer({ busy, waiting }: Connections): OutgoingAnswer {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const delay = this.#delay;
    const body = [
      metricText(
        'mintmark_requests_total',
        'counter',
        'Answers, by operation and HTTP status.',
        this.#requests.samples(),
      ),
      metricText(
        'mintmark_request_duration_seconds',
        'histogram',
        'Time from the head of a request to its answer.',
        this.#durations.samples(),
      ),
      metricText('mintmark_requests_in_flight', 'gauge', 'Requests in flight.', [['', {}, this.#inFlight]]),
      metricText('mintmark_refusals_total', 'counter', 'Errors, by their code.', this.#refusals.samples()),
      metricText(
        'mintmark_activity_answers_total',
        'counter',
        'Answers with an activity, by its status. A body that is sent again counts again.',
        this.#activities.samples(),
      ),
      metricText(
        'mintmark_forged_rows_total',
        'counter',
        'Rows that were ignored because this service did not write them, by table.',
        this.#forgedRows.samples(),
      ),
      metricText('mintmark_database_connections_busy', 'gauge', 'Connections in use.', [['', {}, busy]]),
      metricText('mintmark_database_waiting', 'gauge', 'Callers that wait for a connection.', [['', {}, waiting]]),
      metricText('process_cpu_seconds_total', 'counter', 'CPU time used.', [['', {}, (user + system) / 1e6]]),
      metricText('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', {}, rss]]),
      metricText('process_heap_used_bytes', 'gauge', 'Heap in use.', [['', {}, heapUsed]]),
      metricText('process_start_time_seconds', 'gauge', 'Start of the process.', [
        ['', {}, performance.timeOrigin / 1000],
      ]),
      metricText('process_event_loop_delay_seconds', 'gauge', 'Delay of the event loop since the last scrape.', [
        ['', { quantile: '0.5' }, delay.percentile(50) / 1e9],
        ['', { quantile: '0.99' }, delay.percentile(99) / 1e9],
        ['', { quantile: '1' }, delay.max / 1e9],
      ]),
    ].join('');
    delay.reset();
    return {
      status: 200,
      headers: { ...pageHeaders, 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' },
      body,
    };
  }
}
