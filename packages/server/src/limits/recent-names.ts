interface Bounds {
  readonly most: number;
  readonly forMs: number;
}

/** Remembers names, each with a value, for a while. Of too many, the one that was added longest ago is forgotten first. */
export class RecentNames<Value> {
  readonly #bounds: Bounds;
  readonly #entries = new Map<string, { readonly value: Value; readonly addedAt: number }>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  add(name: string, value: Value, nowMs: number = performance.now()): void {
    this.#entries.delete(name);
    this.#entries.set(name, { value, addedAt: nowMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#bounds.most && oldest !== undefined) this.#entries.delete(oldest);
  }

  get(name: string, nowMs: number = performance.now()): Value | undefined {
    const entry = this.#entries.get(name);
    return entry && nowMs - entry.addedAt < this.#bounds.forMs ? entry.value : undefined;
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }
}
