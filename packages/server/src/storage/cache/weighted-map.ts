/** A map whose entries have weights. When all together weigh too much, those that were set longest ago are removed. */
export class WeightedMap<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  readonly #heaviest: number;
  #weight = 0;

  constructor(heaviest: number) {
    this.#heaviest = heaviest;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Sets an entry, and makes it the newest. */
  set(key: string, value: Value, weight: number): void {
    this.#delete(key);
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#heaviest) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
