interface Bounds {
  readonly most: number;
  readonly forMs: number;
}

/** Remembers names for a while; where there are too many, the one that was named longest ago is forgotten first. */
export class RecentNames {
  readonly #bounds: Bounds;
  readonly #namedAt = new Map<string, number>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  add(name: string, nowMs: number = performance.now()): void {
    this.#namedAt.delete(name);
    this.#namedAt.set(name, nowMs);
    const [oldest] = this.#namedAt.keys();
    if (this.#namedAt.size > this.#bounds.most && oldest !== undefined) this.#namedAt.delete(oldest);
  }

  has(name: string, nowMs: number = performance.now()): boolean {
    const namedAt = this.#namedAt.get(name);
    return namedAt !== undefined && nowMs - namedAt < this.#bounds.forMs;
  }
}
