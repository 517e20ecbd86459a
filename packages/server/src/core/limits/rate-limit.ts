import { BoundedMap } from '../../storage/cache/bounded-map.ts';
import { ApiError } from '../model/api-error.ts';

interface Share {
  readonly left: number;
  readonly at: number;
}

/** How many tokens are added each second, and how many the bucket holds. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The most names that are remembered; the least recently used is forgotten first. */
const maxNames = 100_000;

/** A token bucket for each name. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #clockMs: () => number;
  readonly #shares = new BoundedMap<Share>(maxNames);
  /** Called with what was taken in this process. */
  onTake: (name: string, count: number) => void = () => {};

  constructor(rate: Rate, clockMs: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#clockMs = clockMs;
  }

  /** Throws if the name has used up its share. */
  check(name: string): void {
    const refusal = this.refusal(name);
    if (refusal) throw refusal;
  }

  /** The error for a name that has used up its share. */
  refusal(name: string): ApiError | undefined {
    const left = this.#left(name, this.#clockMs());
    if (left >= 1) return undefined;
    const retryAfterSeconds = Math.ceil((1 - left) / this.#rate.perSecond);
    return new ApiError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds });
  }

  /** Takes tokens from a share. */
  take(name: string, count = 1): void {
    const nowMs = this.#clockMs();
    const left = this.#left(name, nowMs);
    // A call that cost more than was left puts the share into debt, up to one burst.
    // One token never does, and leaves a debt as it is.
    const lowest = count > 1 ? -this.#rate.burst : Math.min(left, 0);
    this.#shares.set(name, { left: Math.max(left - count, lowest), at: nowMs });
    this.onTake(name, count);
  }

  /**
   * Takes tokens that another process has already granted. They may put the share into debt, up to one burst: without debt,
   * every process would grant the whole rate again.
   */
  takeElsewhere(name: string, count: number): void {
    const nowMs = this.#clockMs();
    const left = this.#left(name, nowMs) - count;
    this.#shares.set(name, { left: Math.max(left, -this.#rate.burst), at: nowMs });
  }

  /** How many tokens the bucket of a name holds. */
  get burst(): number {
    return this.#rate.burst;
  }

  #left(name: string, nowMs: number): number {
    const { perSecond, burst } = this.#rate;
    const share = this.#shares.get(name);
    return share ? Math.min(burst, share.left + ((nowMs - share.at) / 1000) * perSecond) : burst;
  }
}
