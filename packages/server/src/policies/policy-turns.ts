import type { InTurns } from './evaluation-means.ts';

/** One policy can take longer than this. */
const longestTurnMs = 5;

/**
 * The turns in which policies are compiled and evaluated while nothing is locked: one request at a time in the whole process, a few
 * milliseconds each. After every few milliseconds all other work gets a turn, however many requests wait here.
 */
export class PolicyTurns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;
  /** How long the turns took since other work had one. */
  #spentMs = 0;

  /** Maps items in turns. */
  readonly map: InTurns = async <Item, Result>(items: readonly Item[], map: (item: Item) => Result) => {
    const results: Result[] = [];
    while (results.length < items.length) {
      if (this.#isTaken) await new Promise<void>((begin) => this.#waiting.push(begin));
      this.#isTaken = true;
      const start = performance.now();
      try {
        while (results.length < items.length && performance.now() - start < longestTurnMs)
          results.push(map(items[results.length] as Item));
      } finally {
        this.#spentMs += performance.now() - start;
        if (this.#spentMs < longestTurnMs) this.#pass();
        else setImmediate(() => this.#pass());
      }
    }
    return results;
  };

  #pass(): void {
    if (this.#spentMs >= longestTurnMs) this.#spentMs = 0;
    const next = this.#waiting.shift();
    // The turn goes from one to the next, so that nobody else can take it in between.
    if (next) next();
    else this.#isTaken = false;
  }
}
