import type { Kind } from '../../core/handlers/define-kind.ts';
import type { Depth } from './entries-of-all.ts';

interface DepthsOptions {
  /** The kinds that this process knows, by their names. */
  readonly kinds: ReadonlyMap<string, Kind>;
  /** How long the depths are used before they are read again. */
  readonly ageMs: number;
  readonly read: () => Promise<readonly Depth[]>;
}

/** How many entries the outbox has. Nobody waits for the numbers: they are read for whoever asks next. */
export class Depths {
  readonly #options: DepthsOptions;
  #last: readonly Depth[] = [];
  #askedAt = Number.NEGATIVE_INFINITY;
  #isReading = false;

  constructor(options: DepthsOptions) {
    this.#options = options;
  }

  /** The depths as they were read last; empty if they were not read yet. */
  get last(): readonly Depth[] {
    return this.#last;
  }

  /** Begins to read the depths again, if they are old. */
  refresh(): void {
    const { kinds, ageMs } = this.#options;
    const now = performance.now();
    if (this.#isReading || kinds.size === 0 || now - this.#askedAt < ageMs) return;
    this.#askedAt = now;
    void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      this.#last = this.#named(await this.#options.read());
    } catch {
      // The numbers that were read before say more than none.
    } finally {
      this.#isReading = false;
    }
  }

  /** Kinds that this process does not know count as one kind: labels of metrics come from a closed set. */
  #named(depths: readonly Depth[]): Depth[] {
    const named = new Map<string, Depth>();
    for (const { state, kind: given, count, overdueSeconds } of depths) {
      const kind = this.#options.kinds.has(given) ? given : 'unknown';
      const same = named.get(`${state} ${kind}`) ?? { count: 0, overdueSeconds: 0 };
      named.set(`${state} ${kind}`, {
        state,
        kind,
        count: same.count + count,
        overdueSeconds: Math.max(same.overdueSeconds, overdueSeconds),
      });
    }
    return [...named.values()];
  }
}
