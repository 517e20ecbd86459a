import { ApiError } from './api-error.ts';

interface Bucket {
  tokens: number;
  at: number;
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
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Takes one from the name's share, or says when there will be one. */
  take(name: string, nowMs: number = performance.now()): void {
    const { perSecond, burst } = this.#rate;
    const last = this.#buckets.get(name) ?? { tokens: burst, at: nowMs };
    const tokens = Math.min(burst, last.tokens + ((nowMs - last.at) / 1000) * perSecond);
    this.#buckets.delete(name);
    this.#buckets.set(name, { tokens: Math.max(tokens - 1, -1), at: nowMs });
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > mostNames && oldest !== undefined) this.#buckets.delete(oldest);
    if (tokens >= 1) return;
    throw new ApiError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds: Math.ceil((1 - tokens) / perSecond) });
  }
}
