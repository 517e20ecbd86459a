import type { Log } from './log.ts';

/** How often a start that is not complete says so. */
const defaultEveryMs = 5_000;

/** Logs what a slow start is doing, every few seconds. A start has no time limit as a whole. */
export class SlowStart implements Disposable {
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #step = 'opening its port';

  constructor(log: Log, everyMs = defaultEveryMs) {
    this.#timer = setInterval(() => {
      const seconds = Math.round((performance.now() - this.#startedAt) / 1_000);
      log.event('info', `still starting after ${seconds} s: ${this.#step}`);
    }, everyMs).unref();
  }

  /** Notes what the start does next. */
  note(step: string): void {
    this.#step = step;
  }

  /** The start has ended. */
  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
