import { BoundedMap } from '../../storage/cache/bounded-map.ts';

interface Failing {
  /** How many attempts have failed in a row. Attempts that ran at the same time count as one. */
  readonly failures: number;
  readonly at: number;
  readonly pausedUntil: number;
}

const maxKnown = 20_000;
const longestPauses = 30;

/**
 * The targets that failed last, as far as this process has tried them. Each gets one delivery at a time. From the second failure in a
 * row it also gets a pause, three times as long after each further failure.
 */
export class FailingTargets {
  readonly #failing = new BoundedMap<Failing>(maxKnown);
  readonly #pauseMs: number;
  readonly #now: () => number;

  /**
   * @param pauseMs The first pause. The longest is 30 times as long.
   * @param now A clock in ms.
   */
  constructor(pauseMs: number, now: () => number = () => performance.now()) {
    this.#pauseMs = pauseMs;
    this.#now = now;
  }

  isFailing(target: string): boolean {
    return this.#failing.get(target) !== undefined;
  }

  isPaused(target: string): boolean {
    return (this.#failing.get(target)?.pausedUntil ?? 0) > this.#now();
  }

  /** Notes the begin of an attempt, and returns a function to call with its outcome. */
  begin(target: string): (outcome: 'delivered' | 'failed') => void {
    const begunAt = this.#now();
    return (outcome) => {
      if (outcome === 'delivered') {
        this.#failing.delete(target);
        return;
      }
      const known = this.#failing.get(target);
      if (known && known.at >= begunAt) return;
      const at = this.#now();
      const failures = (known?.failures ?? 0) + 1;
      const pause = failures < 2 ? 0 : this.#pauseMs * Math.min(3 ** (failures - 2), longestPauses);
      this.#failing.set(target, { failures, at, pausedUntil: at + pause });
    };
  }
}
