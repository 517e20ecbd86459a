/** How often it is looked how late the event loop is, while somebody waits. */
const sampleMs = 20;
/** How many times as long as allowed something may take because this process was late. */
const maxStretch = 4;

/** Measures how late the event loop is while somebody waits. */
class Lateness {
  /** Tests turn this off. */
  isMeasured = true;
  #sampledMs = 0;
  #lastMs = 0;
  #lastSample = 0;
  #waiting = 0;
  #sampling: NodeJS.Timeout | undefined;

  /** How late it was in all. */
  get totalMs(): number {
    return this.#sampledMs + this.#sinceSample();
  }

  /** How late it was at the last sample, or is now if that is more. */
  get currentMs(): number {
    return this.#sampling ? Math.max(this.#lastMs, this.#sinceSample()) : 0;
  }

  beginToWait(): void {
    this.#waiting++;
    if (this.#sampling || !this.isMeasured) return;
    this.#lastSample = performance.now();
    this.#sampling = setInterval(() => this.#sample(), sampleMs).unref();
  }

  endWaiting(): void {
    if (--this.#waiting > 0 || !this.#sampling) return;
    this.#sample();
    clearInterval(this.#sampling);
    this.#sampling = undefined;
  }

  #sample(): void {
    this.#lastMs = this.#sinceSample();
    this.#sampledMs += this.#lastMs;
    this.#lastSample = performance.now();
  }

  #sinceSample(): number {
    if (!this.#sampling || !this.isMeasured) return 0;
    return Math.max(0, performance.now() - this.#lastSample - sampleMs);
  }
}

/** The event loop is that of the process. */
export const lateness = new Lateness();

/**
 * A time limit. While the event loop is late, its time does not pass, up to a few times the limit: on a busy machine, what was begun
 * is finished instead of being given up.
 */
export class WorkingTime implements Disposable {
  readonly #limitMs: number;
  readonly #start = performance.now();
  readonly #lateAtStart: number;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    lateness.beginToWait();
    this.#lateAtStart = lateness.totalMs;
  }

  get leftMs(): number {
    const stretchMs = Math.min(lateness.totalMs - this.#lateAtStart, (maxStretch - 1) * this.#limitMs);
    return this.#start + this.#limitMs + stretchMs - performance.now();
  }

  /** Calls a function when the time is over. */
  onOver(callback: () => void): this {
    const look = () => {
      const { leftMs } = this;
      // Timers may be a little early.
      if (leftMs >= 1) this.#timer = setTimeout(look, leftMs);
      else callback();
    };
    this.#timer = setTimeout(look, Math.max(this.leftMs, 0));
    return this;
  }

  [Symbol.dispose](): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    lateness.endWaiting();
  }
}
