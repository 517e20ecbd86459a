import type { Share } from '../model/share.ts';
import type { InTurns, TakesTurns } from '../ports/takes-turns.ts';
import { Turns } from './turns.ts';

/** One item can take longer than this. */
const longestTurnMs = 5;
/** Shorter rests are not worth a timer. */
const shortestRestMs = longestTurnMs / 2;

const defaultWaitMs = 2_500;

/**
 * Shares the time of the event loop. Items that take long together are cut into pieces of a few milliseconds. Such work has at most
 * half of the time, and all other requests have the rest. Whoever has used the least gets the next turn.
 */
export class LoopTurns implements TakesTurns {
  readonly #turns: Turns;
  /** For work whose results take much memory until it ends. */
  readonly #large: Turns;
  /** When as much time will have passed as the work took, besides the work itself. */
  #restedAt = 0;

  constructor(longestWaitMs = defaultWaitMs) {
    this.#turns = new Turns({ inAll: 1, ofSource: 1, longestWaitMs });
    this.#large = new Turns({ inAll: 2, ofSource: 1, longestWaitMs });
  }

  async map<Item, Result>(
    share: Share,
    items: readonly Item[],
    map: (item: Item) => Result,
    signal?: AbortSignal,
  ): Promise<Result[]> {
    const results: Result[] = [];
    while (results.length < items.length) {
      const taken = this.#turns.take(share, signal);
      const leave = typeof taken === 'function' ? taken : await taken;
      const start = performance.now();
      try {
        do results.push(map(items[results.length] as Item));
        while (results.length < items.length && performance.now() - start < longestTurnMs);
      } finally {
        this.#rest(leave, start);
      }
    }
    return results;
  }

  largeTurnsOf(share: Share): InTurns {
    return (items, map) => this.#large.run(share, () => this.map(share, items, map));
  }

  turnsOf(share: Share): InTurns {
    return (items, map) => this.map(share, items, map);
  }

  /** Gives the place back, after a rest if work came close together. */
  #rest(leave: (tookMs: number) => void, start: number): void {
    const now = performance.now();
    const tookMs = now - start;
    this.#restedAt = Math.max(this.#restedAt, start) + 2 * tookMs;
    const restMs = this.#restedAt - now;
    if (restMs < shortestRestMs) leave(tookMs);
    else setTimeout(leave, restMs, tookMs);
  }
}
