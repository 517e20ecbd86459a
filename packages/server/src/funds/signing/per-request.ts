/**
 * Remembers what was read from the parameters of a request, also if reading them failed: policies, the signature and the commit
 * need it, and must not see different things. It is forgotten together with the parameters.
 */
export class PerRequest<Value> {
  readonly #known = new WeakMap<object, Map<string, () => Value>>();

  /** @param part Tells what of the parameters is read, and for which key. */
  get(parameters: object, part: string, read: () => Value): Value {
    const parts = this.#known.get(parameters) ?? new Map<string, () => Value>();
    this.#known.set(parameters, parts);
    const known = parts.get(part) ?? outcomeOf(read);
    parts.set(part, known);
    return known();
  }
}

function outcomeOf<Value>(read: () => Value): () => Value {
  try {
    const value = read();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
