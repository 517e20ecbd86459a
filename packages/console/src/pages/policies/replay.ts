import type { components } from '@mintmark/client';

type Outcome = components['schemas']['Outcome'];

/** What a past activity would become: an outcome, or why it cannot be decided again. */
export type Answer = { readonly outcome: Outcome } | { readonly problem: string };

export interface Compared<Item> {
  readonly item: Item;
  readonly before: Answer;
  readonly after: Answer;
}

export interface Replay<Item> {
  readonly total: number;
  readonly done: number;
  readonly same: number;
  readonly different: readonly Compared<Item>[];
  readonly incomparable: readonly Compared<Item>[];
}

interface ReplayOptions<Item> {
  readonly items: readonly Item[];
  readonly ask: (item: Item, isProposed: boolean, signal: AbortSignal) => Promise<Answer>;
  readonly atOnce: number;
  readonly signal: AbortSignal;
  /** Called after each item with all results so far. */
  readonly onProgress: (replay: Replay<Item>) => void;
}

/** Asks about each item without and with the proposal, a few at the same time. Ends at the first error, or when it is aborted. */
export async function runReplay<Item>(options: ReplayOptions<Item>): Promise<void> {
  const { items, ask, atOnce, onProgress } = options;
  // An error of one must end the others too.
  const failing = new AbortController();
  const signal = AbortSignal.any([options.signal, failing.signal]);
  const results: (Compared<Item> | undefined)[] = items.map(() => undefined);
  const waiting = items.entries();
  onProgress(summaryOf(results));
  const work = async () => {
    for (const [index, item] of waiting) {
      if (signal.aborted) return;
      const [before, after] = await Promise.all([ask(item, false, signal), ask(item, true, signal)]);
      if (signal.aborted) return;
      results[index] = { item, before, after };
      onProgress(summaryOf(results));
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
  } catch (error) {
    failing.abort();
    if (!options.signal.aborted) throw error;
  }
}

/** Results in the order of the items. */
function summaryOf<Item>(results: readonly (Compared<Item> | undefined)[]): Replay<Item> {
  const done = results.filter((one) => one !== undefined);
  const incomparable = done.filter(({ before, after }) => 'problem' in before || 'problem' in after);
  const different = done.filter(
    ({ before, after }) => 'outcome' in before && 'outcome' in after && before.outcome !== after.outcome,
  );
  const same = done.length - incomparable.length - different.length;
  return { total: results.length, done: done.length, same, different, incomparable };
}
