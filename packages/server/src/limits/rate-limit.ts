import { BoundedMap } from '../cache/bounded-map.ts';
import { ApiError } from '../contract/api-error.ts';

interface Share {
  readonly left: number;
  readonly at: number;
}

/** How many may come each second, and how many at once. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** Names that are remembered at most: the one that was quiet for longest is forgotten first. */
const mostNames = 100_000;

/** A token bucket for each name. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #clockMs: () => number;
  readonly #shares = new BoundedMap<Share>(mostNames);

  constructor(rate: Rate, clockMs: () => number = () => performance.now()) {
    this.#rate = rate;
    this.#clockMs = clockMs;
  }

  /** Throws the refusal of a name that has nothing left of its share. */
  check(name: string): void {
    const refusal = this.refusal(name);
    if (refusal) throw refusal;
  }

  /** The refusal of a name that has nothing left of its share. */
  refusal(name: string): ApiError | undefined {
    const left = this.#left(name, this.#clockMs());
    if (left >= 1) return undefined;
    const retryAfterSeconds = Math.ceil((1 - left) / this.#rate.perSecond);
    return new ApiError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds });
  }

  /** Takes one from a share, or as many as it was worth. */
  take(name: string, count = 1): void {
    const nowMs = this.#clockMs();
    const left = this.#left(name, nowMs);
    // What was worth more than is left has to be earned before there is more.
    const lowest = count > 1 ? -this.#rate.burst : 0;
    this.#shares.set(name, { left: Math.max(left - count, lowest), at: nowMs });
  }

  #left(name: string, nowMs: number): number {
    const { perSecond, burst } = this.#rate;
    const share = this.#shares.get(name);
    return share ? Math.min(burst, share.left + ((nowMs - share.at) / 1000) * perSecond) : burst;
  }
}
