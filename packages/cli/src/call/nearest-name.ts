/** The known name that a misspelt one most likely means, if there is one. */
export function nearestName(written: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  // A third of the letters may be wrong: more is another word.
  let min = Math.floor(Math.min(written.length, maxLetters) / 3) + 1;
  if (written.length > maxLetters) return undefined;
  for (const name of known) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < min) {
      min = distance;
      nearest = name;
    }
  }
  return nearest;
}

/** Longer than any name: comparing takes time that grows with the square of the length. */
const maxLetters = 100;

/** How many letters have to be added, removed or replaced, or exchanged with their neighbour. */
function editDistance(one: string, other: string): number {
  const rows = Array.from(
    { length: one.length + 1 },
    (_, index) => [index, ...Array(other.length).fill(0)] as number[],
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
  for (let j = 1; j <= other.length; j++) (rows[0] as number[])[j] = j;
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const replaced = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const exchanged = isExchanged ? at(i - 2, j - 2) + 1 : replaced;
      (rows[i] as number[])[j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, exchanged);
    }
  }
  return at(one.length, other.length);
}
