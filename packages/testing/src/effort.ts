/**
 * How much a run of the tests repeats. Every effort runs every test file and every behaviour. Only the full one repeats them: the
 * service's tests on Debian's PostgreSQL as well, the client's in every runtime, and random, mutated and crash rounds as often as
 * `repetitions` says. No test reads this from the environment by itself.
 */
export interface Effort {
  readonly isFull: boolean;
  /** How many times the full counts are made. */
  readonly times: number;
  /** Where pseudorandom tests begin. */
  readonly seed: number;
}

/**
 * Reads TEST_EFFORT, which is `usual`, `full` or a whole number, the full effort with that many times its counts, and TEST_SEED.
 *
 * @throws If a value is none of these.
 */
export function readEffort(env: NodeJS.ProcessEnv): Effort {
  const text = env['TEST_EFFORT'] || 'usual';
  const seed = env['TEST_SEED'] || '1';
  if (!/^(?:usual|full|[1-9]\d{0,3})$/.test(text))
    throw new Error(`TEST_EFFORT is usual, full or a whole number from 1 to 9999, not ${text}`);
  if (!/^\d{1,9}$/.test(seed)) throw new Error(`TEST_SEED is a whole number of at most nine digits, not ${seed}`);
  return { isFull: text !== 'usual', times: Number(text) || 1, seed: Number(seed) };
}

/** The effort of this run. */
export const effort: Effort = readEffort(process.env);

/**
 * How many rounds, draws or mutations a test makes.
 *
 * @example
 * const rounds = repetitions({ usual: 3, full: 20 });
 */
export function repetitions({ usual, full }: { readonly usual: number; readonly full: number }): number {
  if (effort.isFull) return full * effort.times;
  if (usual < full) leftOut().push(`${full - usual} of ${full} rounds`);
  return usual;
}

/**
 * Whether to run something that only repeats a behaviour elsewhere.
 *
 * @param what What the usual effort leaves out, for the line at the end of the run.
 */
export function inFull(what: string): boolean {
  if (!effort.isFull) leftOut().push(what);
  return effort.isFull;
}

/** Returns what was left out since the last call. */
export function takeLeftOut(): string[] {
  return leftOut().splice(0);
}

/** The same list in each copy of this module: Vitest loads it for its configuration, for a reporter and for the tests. */
const list = Symbol.for('mintmark: left out by the effort');
function leftOut(): string[] {
  const scope: { [list]?: string[] } = globalThis as object;
  scope[list] ??= [];
  return scope[list];
}
