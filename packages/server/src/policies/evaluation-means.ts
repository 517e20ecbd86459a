import type { CheckedTimes } from './checked-times.ts';

/** Maps items that take long together, so that other work gets turns in between. */
export type InTurns = <Item, Result>(items: readonly Item[], map: (item: Item) => Result) => Promise<Result[]>;

/** What an evaluation may be given besides what it decides about. */
export interface EvaluationMeans {
  /** In whose turns it works: those of all requests, unless told otherwise. */
  readonly inTurns?: InTurns | undefined;
  /** Remembers what policies said about the time. */
  readonly times?: CheckedTimes | undefined;
}
