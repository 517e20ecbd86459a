import type { Share } from './share.ts';
import { Turns } from './turns.ts';

/** One item can take longer than this. */
const longestTurnMs = 5;

const usuallyWaitMs = 2_500;

/**
 * Shares the time of the event loop. Items that take long together are cut into pieces. After each few milliseconds of that work
 * all other requests get a turn, and then whoever has used the least.
 */
export class LoopTurns {
  readonly #turns: Turns;
  /** How long the loop has worked since other requests had a turn. */
  #spentMs = 0;

  constructor(longestWaitMs = usuallyWaitMs) {
    this.#turns = new Turns({ inAll: 1, ofSource: 1, longestWaitMs });
  }

  /** Maps items in turns. */
  async map<Item, Result>(share: Share, items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
    const results: Result[] = [];
    while (results.length < items.length) {
      const taken = this.#turns.take(share);
      const leave = typeof taken === 'function' ? taken : await taken;
      const start = performance.now();
      let tookMs = 0;
      try {
        while (results.length < items.length && tookMs < longestTurnMs) {
          results.push(map(items[results.length] as Item));
          tookMs = performance.now() - start;
        }
      } finally {
        this.#leave(leave, performance.now() - start);
      }
    }
    return results;
  }

  /** Keeps the place until other requests had a turn, if it is their time. */
  #leave(leave: (tookMs: number) => void, tookMs: number): void {
    this.#spentMs += tookMs;
    if (this.#spentMs < longestTurnMs) {
      leave(tookMs);
    } else {
      this.#spentMs = 0;
      setImmediate(leave, tookMs);
    }
  }
}
