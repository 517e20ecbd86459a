import { percentile, slope } from '../load/figures.ts';

/** The resident memory of a process, in MiB, at a time in milliseconds. */
export type MemorySample = readonly [atMs: number, mebibytes: number];

/** How the memory of a process changed over time. */
export interface MemoryFigures {
  readonly first: number;
  readonly last: number;
  /** MiB a minute. */
  readonly growth: number;
  readonly isFlat: boolean;
}

/**
 * Compares the medians of the first and the last quarter. Memory varies with the load, and garbage collection runs late, so
 * only growth by more than half plus 64 MiB counts as a leak.
 */
export function judgeMemory(samples: readonly MemorySample[]): MemoryFigures {
  const quarter = Math.max(Math.floor(samples.length / 4), 1);
  const medianOf = (some: readonly MemorySample[]) =>
    percentile(
      some.map(([, mebibytes]) => mebibytes),
      0.5,
    );
  const first = medianOf(samples.slice(0, quarter));
  const last = medianOf(samples.slice(-quarter));
  const growth = slope(samples.map(([atMs, mebibytes]) => [atMs / 60_000, mebibytes]));
  return { first, last, growth, isFlat: last <= 1.5 * first + 64 };
}
