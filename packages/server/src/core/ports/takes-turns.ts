import type { Share } from '../model/share.ts';

/** Maps items that take long together, so that other work gets turns in between. */
export type InTurns = <Item, Result>(items: readonly Item[], map: (item: Item) => Result) => Promise<Result[]>;

/** Shares the time of the event loop among those who have long work. */
export interface TakesTurns {
  /** Maps items in turns. The signal ends the wait for the next turn. */
  map<Item, Result>(
    share: Share,
    items: readonly Item[],
    map: (item: Item) => Result,
    signal?: AbortSignal,
  ): Promise<Result[]>;
  /** Maps items in the turns of a share. */
  turnsOf(share: Share): InTurns;
  /** The same for work whose results take much memory: few do it at a time. */
  largeTurnsOf(share: Share): InTurns;
}
