/** Code to measure: resolves when it has run this many times. */
export type Contender = (times: number) => Promise<void>;

export interface Race {
  /** The speed of the contender divided by that of the reference: the median over the rounds. */
  readonly ratio: number;
  /** The best round of each, in operations per second. */
  readonly referenceRate: number;
  readonly rate: number;
}

const maxRounds = 201;
const fewestRounds = 21;
const roundMs = 5;
const longestMs = 6000;

/**
 * Measures two contenders in many short alternating rounds. The speed of a busy machine changes from second to second, but
 * hardly between neighbouring rounds.
 */
export async function race(reference: Contender, other: Contender): Promise<Race> {
  const contenders = [reference, other] as const;
  const times = await calibrate(reference);
  await other(times);
  const seconds: [number, number][] = [];
  const start = performance.now();
  for (let round = 0; round < maxRounds; round++) {
    if (round >= fewestRounds && performance.now() - start > longestMs) break;
    const measured: [number, number] = [0, 0];
    for (const index of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      measured[index] = await time(contenders[index], times);
    }
    seconds.push(measured);
  }
  return {
    ratio: median(seconds.map(([one, two]) => one / two)),
    referenceRate: times / Math.min(...seconds.map(([one]) => one)),
    rate: times / Math.min(...seconds.map(([, two]) => two)),
  };
}

/** A contender that awaits each call before the next one. */
export const oneByOne =
  (work: () => unknown): Contender =>
  async (times) => {
    for (let done = 0; done < times; done++) await work();
  };

/** A contender with this many calls in flight. */
export const inFlight =
  (lanes: number, work: () => unknown): Contender =>
  async (times) => {
    let left = times;
    const lane = async () => {
      while (left-- > 0) await work();
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  };

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The number of runs that fit into a round, measured after the JIT compiler has warmed up. */
async function calibrate(contender: Contender): Promise<number> {
  let times = 8;
  while ((await time(contender, times)) < roundMs / 1000) times *= 2;
  return times;
}

async function time(contender: Contender, times: number): Promise<number> {
  const start = performance.now();
  await contender(times);
  return (performance.now() - start) / 1000;
}
