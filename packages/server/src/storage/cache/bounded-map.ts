/** A map that keeps at most so many entries. Of too many, the one that was set longest ago is removed. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  /** Sets an entry, and makes it the newest. */
  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#max) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }
}
