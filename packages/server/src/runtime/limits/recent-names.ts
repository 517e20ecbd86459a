import { BoundedMap } from '../../storage/cache/bounded-map.ts';

interface Bounds {
  readonly max: number;
  readonly forMs: number;
}

/** Remembers names, each with a value, for a limited time. When full, it forgets the name that was added longest ago. */
export class RecentNames<Value> {
  readonly #forMs: number;
  readonly #entries: BoundedMap<{ readonly value: Value; readonly addedAt: number }>;

  constructor({ max, forMs }: Bounds) {
    this.#forMs = forMs;
    this.#entries = new BoundedMap(max);
  }

  add(name: string, value: Value, nowMs: number = performance.now()): void {
    this.#entries.set(name, { value, addedAt: nowMs });
  }

  get(name: string, nowMs: number = performance.now()): Value | undefined {
    const entry = this.#entries.get(name);
    return entry && nowMs - entry.addedAt < this.#forMs ? entry.value : undefined;
  }

  delete(name: string): void {
    this.#entries.delete(name);
  }
}
