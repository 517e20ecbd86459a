import { BoundedMap } from './bounded-map.ts';

interface Kept<Value> {
  readonly value: Promise<Value>;
  /** Infinite while the value is being read. */
  until: number;
}

interface FreshOptions {
  /** How long a value is used before it is read again. */
  readonly lifetimeMs: number;
  /** How many values are kept. */
  readonly max: number;
  readonly now?: () => number;
}

/**
 * Keeps what was read last for some time, and reads it only once for all who ask at the same time. A read that failed is not kept.
 */
export class Fresh<Value> {
  readonly #kept: BoundedMap<Kept<Value>>;
  readonly #lifetimeMs: number;
  readonly #now: () => number;

  constructor({ lifetimeMs, max, now = () => performance.now() }: FreshOptions) {
    this.#kept = new BoundedMap(max);
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key);
    if (known && known.until > this.#now()) return known.value;
    const kept = { value: read(), until: Number.POSITIVE_INFINITY };
    this.#kept.set(key, kept);
    kept.value.then(
      () => {
        kept.until = this.#now() + this.#lifetimeMs;
      },
      () => {
        if (this.#kept.get(key) === kept) this.#kept.delete(key);
      },
    );
    return kept.value;
  }
}
