import { BoundedMap } from '../../storage/cache/bounded-map.ts';

/** Caches values that are expensive to make and never change. Evicts the least recently used; does not cache failures. */
export class KeyCache<Value> {
  readonly #values: BoundedMap<Promise<Value>>;

  constructor(max: number) {
    this.#values = new BoundedMap(max);
  }

  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#values.get(key) ?? this.#make(key, make);
    this.#values.set(key, value);
    return value;
  }

  #make(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = make();
    value.catch(() => {
      // The value may have been made again in the meantime.
      if (this.#values.get(key) === value) this.#values.delete(key);
    });
    return value;
  }
}
