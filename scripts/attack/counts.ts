/** The name under which requests without a response are counted. */
export const noAnswer = 'no answer';

/** How often something happened, by its name. */
export class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string | number, count = 1): void {
    this.#counts.set(`${name}`, this.of(name) + count);
  }

  addAll(counts: Readonly<Record<string, number>>): void {
    for (const [name, count] of Object.entries(counts)) this.add(name, count);
  }

  of(name: string | number): number {
    return this.#counts.get(`${name}`) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The names in their order, each with its count. */
  entries(): [string, number][] {
    return [...this.#counts].toSorted(([one], [other]) => one.localeCompare(other));
  }

  toString(): string {
    return this.entries()
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ');
  }
}
