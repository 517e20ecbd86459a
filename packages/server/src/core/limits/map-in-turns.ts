import { setImmediate as nextTurn } from 'node:timers/promises';

/** One typed data can take 10 ms more than this. */
const longestTurnMs = 5;

/** Maps items that take long together. Other requests get turns in between. */
export async function mapInTurns<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = [];
  let turnStart = performance.now();
  for (const item of items) {
    if (performance.now() - turnStart > longestTurnMs) {
      await nextTurn();
      turnStart = performance.now();
    }
    results.push(map(item));
  }
  return results;
}
