import { BoundedMap } from '../cache/bounded-map.ts';

/** Keeps what is expensive to make and never changes. The least recently used goes first; what failed is not kept. */
export class KeyCache<Value> {
  readonly #values: BoundedMap<Promise<Value>>;

  constructor(most: number) {
    this.#values = new BoundedMap(most);
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#values.get(key) ?? this.#make(key, make);
    this.#values.set(key, value);
    return value;
  }

  #make(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = make();
    value.catch(() => {
      // It may have been made again meanwhile.
      if (this.#values.get(key) === value) this.#values.delete(key);
    });
    return value;
  }
}
