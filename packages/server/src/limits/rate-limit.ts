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

/** Lets each name do so much, and refuses the rest until its time has come. */
export class RateLimit {
  readonly #rate: Rate;
  readonly #shares = new Map<string, Share>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Refuses who has nothing left of its share. */
  check(name: string, nowMs: number = performance.now()): void {
    const refusal = this.refusal(name, nowMs);
    if (refusal) throw refusal;
  }

  /** The refusal of a name that has nothing left of its share. */
  refusal(name: string, nowMs: number = performance.now()): ApiError | undefined {
    const left = this.#left(name, nowMs);
    if (left >= 1) return undefined;
    const retryAfterSeconds = Math.ceil((1 - left) / this.#rate.perSecond);
    return new ApiError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds });
  }

  /** Takes one from a share, or as many as it was worth. */
  take(name: string, nowMs: number = performance.now(), count = 1): void {
    const left = this.#left(name, nowMs);
    // What was worth more than is left has to be earned before there is more.
    const lowest = count > 1 ? -this.#rate.burst : 0;
    this.#shares.delete(name);
    this.#shares.set(name, { left: Math.max(left - count, lowest), at: nowMs });
    const [oldest] = this.#shares.keys();
    if (this.#shares.size > mostNames && oldest !== undefined) this.#shares.delete(oldest);
  }

  #left(name: string, nowMs: number): number {
    const { perSecond, burst } = this.#rate;
    const share = this.#shares.get(name);
    return share ? Math.min(burst, share.left + ((nowMs - share.at) / 1000) * perSecond) : burst;
  }
}
