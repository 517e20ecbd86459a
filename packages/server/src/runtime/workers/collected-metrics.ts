import { setTimeout } from 'node:timers/promises';
import { countsOf, type Metric, mergeMetrics } from '../process/metric.ts';

/** How long a worker may take to answer. After that, what it last reported is used. */
const patienceMs = 1_000;

interface Source<Worker> {
  readonly own: () => readonly Metric[];
  readonly workers: () => Iterable<Worker>;
  readonly ask: (worker: Worker) => void;
}

/** The metrics of all processes of the service. What a process counted stays counted after it has ended. */
export class CollectedMetrics<Worker> {
  readonly #source: Source<Worker>;
  readonly #last = new Map<Worker, readonly Metric[]>();
  readonly #asked = new Map<Worker, () => void>();
  #ended: readonly Metric[] = [];
  #reading: Promise<Metric[]> | undefined;

  constructor(source: Source<Worker>) {
    this.#source = source;
  }

  /** Keeps what a worker reports. */
  add(worker: Worker, metrics: readonly Metric[]): void {
    this.#last.set(worker, metrics);
    this.#asked.get(worker)?.();
  }

  /** Keeps what a worker has counted, which has ended. */
  end(worker: Worker): void {
    this.#ended = mergeMetrics([this.#ended, countsOf(this.#last.get(worker) ?? [])]);
    this.#last.delete(worker);
    this.#asked.get(worker)?.();
  }

  /** Asks all workers. Concurrent callers share one answer. */
  read(): Promise<Metric[]> {
    this.#reading ??= this.#collect().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #collect(): Promise<Metric[]> {
    const answers = [...this.#source.workers()].map(
      (worker) =>
        new Promise<void>((resolve) => {
          this.#asked.set(worker, () => {
            this.#asked.delete(worker);
            resolve();
          });
          this.#source.ask(worker);
        }),
    );
    const late = new AbortController();
    await Promise.race([
      Promise.all(answers),
      setTimeout(patienceMs, undefined, { signal: late.signal }).catch(() => {}),
    ]);
    late.abort();
    return mergeMetrics([this.#source.own(), this.#ended, ...this.#last.values()]);
  }
}
