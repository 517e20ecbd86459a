/**
 * Those who wait, in parts that take turns: each part comes once before any comes again, however many wait in it. What is taken and
 * still waits has to be added again: it is then last in its part.
 */
export class Rotation<One> {
  /** The first part is next, and within it the first one. */
  readonly #parts = new Map<string, Set<One>>();

  add(part: string, one: One): void {
    const others = this.#parts.get(part);
    if (others) others.add(one);
    else this.#parts.set(part, new Set([one]));
  }

  /** The next one, who stays. */
  get first(): One | undefined {
    const [those] = this.#parts.values();
    const [first] = those ?? [];
    return first;
  }

  /** Takes the next one. */
  take(): One | undefined {
    const [first] = this.#parts;
    if (!first) return undefined;
    const [part, those] = first;
    const [one] = those;
    this.#parts.delete(part);
    those.delete(one as One);
    if (those.size > 0) this.#parts.set(part, those);
    return one;
  }
}
