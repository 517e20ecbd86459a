import { effort, inFull } from '@mintmark/testing/effort';

/** One of how many items the usual effort draws. */
const oneOf = 4;

/**
 * All items in the full effort. In the usual one every fourth, and the first of each kind.
 *
 * @param kindOf Tells which items are of one kind.
 * @param what What the items are, for the line at the end of the run.
 * @example
 * const operations = draw(storyOperations, ({ kind }) => kind, 'operations without a database');
 */
export function draw<Item>(items: readonly Item[], kindOf: (item: Item) => unknown, what: string): readonly Item[] {
  if (inFull(`three of four ${what}`)) return items;
  const kinds = new Set<unknown>();
  return items.filter((item, index) => {
    const isFirst = !kinds.has(kindOf(item));
    kinds.add(kindOf(item));
    return isFirst || index % oneOf === effort.seed % oneOf;
  });
}
