interface Rounds {
  /** Rounds that are not counted. They warm up the JIT compiler: the figures are for a service that has been running for a while. */
  readonly warmUp: number;
  readonly count: number;
}

/** The time of each of two kinds of work, in alternating rounds. */
export async function alternate(
  each: () => Promise<number>,
  beside: () => Promise<number>,
  { warmUp, count }: Rounds,
): Promise<[number, number][]> {
  const pairs: [number, number][] = [];
  for (let round = -warmUp; round < count; round++) {
    const pair: [number, number] = [await each(), await beside()];
    if (round >= 0) pairs.push(pair);
  }
  return pairs;
}
