/** Returns pseudorandom numbers from 0 up to a limit, the same for the same seed. */
export type Random = (limit: number) => number;

/** Creates a source of such numbers: xorshift, Marsaglia 2003. */
export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
