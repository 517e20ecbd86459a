/** Names something that is remembered, and says what it is. */
export class MemoSlot<Value> {
  /** Only for the type checker. */
  declare readonly value?: Value;
}

/**
 * What somebody remembers, also if it could not be computed: everybody who asks gets the same value or the same error. It belongs to
 * its owner, such as a request, and is dropped together with it.
 */
export class Memo {
  readonly #slots = new Map<MemoSlot<unknown>, Map<string, () => unknown>>();

  /** The value of a slot, computed when it is first asked for. A slot has one value for each name. */
  once<Value>(slot: MemoSlot<Value>, name: string, compute: () => Value): Value {
    const values = this.#slots.get(slot) ?? new Map<string, () => unknown>();
    this.#slots.set(slot, values);
    const known = values.get(name) ?? outcomeOf(compute);
    values.set(name, known);
    return known() as Value;
  }
}

function outcomeOf<Value>(compute: () => Value): () => Value {
  try {
    const value = compute();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
