import { wipe } from '../threads/plain-data.ts';

/**
 * Makes things a piece at a time: each piece is a task of its own, so others get turns in between. If one fails, what was made
 * before is wiped.
 */
export async function inPieces<Item, Made>(
  pieces: readonly (readonly Item[])[],
  make: (piece: readonly Item[]) => Promise<readonly Made[]>,
): Promise<Made[]> {
  const made: Made[] = [];
  try {
    for (const piece of pieces) made.push(...(await make(piece)));
    return made;
  } catch (error) {
    wipe(made);
    throw error;
  }
}

/** Cuts items that take about the same time. */
export const piecesOf = <Item>(items: readonly Item[], max: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / max) }, (_, piece) => items.slice(piece * max, (piece + 1) * max));
