/** Returns a whole number from 0 to below the limit. */
export type Random = (limit: number) => number;

/** A pseudorandom generator with a seed: mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** One of several values. */
export function pick<Value>(random: Random, values: readonly Value[]): Value {
  if (values.length === 0) throw new Error('cannot pick from an empty list');
  return values[random(values.length)] as Value;
}
