import type { Counts } from '../auth/counts.ts';
import type { RateLimits } from '../limits/rate-limits.ts';

/** Tokens that were taken from the bucket of a name. */
type Take = readonly [limit: keyof RateLimits, name: string, count: number];

/** What a process tells the others about its callers. */
export interface News {
  readonly takes: readonly Take[];
  /** API keys that were verified. */
  readonly verified: readonly string[];
}

/** How long a process waits before it tells. */
const intervalMs = 50;
/** A bucket from which this part was taken is told immediately: others could grant the same tokens again. */
const urgentPart = 1 / 20;
/** The most entries of each kind in one message. Further ones are counted in one process only. */
export const maxNews = 1_000;

/**
 * Shares what a process counts about its callers with other processes. Each process counts immediately what it grants, and learns
 * a little later what others have granted. Until then all of them together may grant more than the limit; buckets in debt make
 * up for it.
 */
export class SharedCounts {
  readonly #counts: Counts;
  readonly #send: (news: News) => void;
  #takes = new Map<string, { readonly limit: keyof RateLimits; readonly name: string; count: number }>();
  #verified: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isUrgent = false;

  constructor(counts: Counts, send: (news: News) => void) {
    this.#counts = counts;
    this.#send = send;
    for (const limit of Object.keys(counts.rateLimits) as (keyof RateLimits)[])
      counts.rateLimits[limit].onTake = (name, count) => this.#take(limit, name, count);
    counts.verified.onVerified = (name) => {
      if (this.#verified.length < maxNews) this.#verified.push(name);
      this.#tellSoon();
    };
  }

  /** Counts what other processes have granted. */
  receive({ takes, verified }: News): void {
    const { rateLimits, verified: names } = this.#counts;
    for (const [limit, name, count] of takes) rateLimits[limit].takeElsewhere(name, count);
    for (const name of verified) names.addElsewhere(name);
  }

  #take(limit: keyof RateLimits, name: string, count: number): void {
    const key = `${limit} ${name}`;
    let entry = this.#takes.get(key);
    if (!entry) {
      if (this.#takes.size >= maxNews) return;
      entry = { limit, name, count: 0 };
      this.#takes.set(key, entry);
    }
    entry.count += count;
    if (entry.count >= this.#counts.rateLimits[limit].burst * urgentPart) this.#tellNow();
    else this.#tellSoon();
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => this.#tell(), intervalMs).unref();
  }

  /** Not within the request, so that requests that are answered together are told together. */
  #tellNow(): void {
    if (this.#isUrgent) return;
    this.#isUrgent = true;
    setImmediate(() => this.#tell());
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isUrgent = false;
    if (this.#takes.size === 0 && this.#verified.length === 0) return;
    const takes = [...this.#takes.values()].map(({ limit, name, count }): Take => [limit, name, count]);
    this.#send({ takes, verified: this.#verified });
    this.#takes = new Map();
    this.#verified = [];
  }
}
