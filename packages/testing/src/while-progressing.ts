import { setTimeout as pause } from 'node:timers/promises';
import { cpuTimeOfTree } from './cpu-time.ts';

interface Progress {
  /** Anything that changes while the work goes on: a count, or what was printed so far. */
  readonly progress: () => unknown;
  /** A process whose CPU time is progress, too. */
  readonly pid?: number | undefined;
  /** The error for work that stands still. */
  readonly stalled: (problem: string) => Error;
  /** How long nothing may change. */
  readonly stallMs?: number;
}

/** How long nothing changes in a hang, and never on a machine that is only busy. */
const hangMs = 2 * 60 * 1000;
/** A process that only waits uses some CPU time too, for timers and collected memory. */
const idleMsPerSecond = 20;

/**
 * Waits for work as long as it progresses, however long that takes: a busy machine is slow, but only a hang stands still.
 *
 * @throws What `stalled` returns, if nothing has changed for too long.
 */
export async function whileProgressing<Result>(
  work: Promise<Result>,
  { progress, pid, stalled, stallMs = hangMs }: Progress,
): Promise<Result> {
  const ended = new AbortController();
  const watch = async (): Promise<never> => {
    let seen = progress();
    let usedMs = 0;
    for (let since = performance.now(); ; ) {
      // Looking at all processes costs some milliseconds.
      await pause(Math.min(stallMs, 1_000), undefined, { signal: ended.signal, ref: false });
      const now = progress();
      const stillMs = performance.now() - since;
      const cpuMs = pid === undefined ? 0 : await cpuTimeOfTree(pid);
      if (now !== seen || cpuMs - usedMs > Math.max(1, stillMs / 1_000) * idleMsPerSecond) {
        since = performance.now();
        seen = now;
        usedMs = cpuMs;
      } else if (stillMs >= stallMs) throw stalled(`made no progress for ${Math.round(stillMs / 1_000)} s`);
    }
  };
  const watching = watch();
  // It ends with an AbortError when the work has ended first.
  watching.catch(() => {});
  try {
    return await Promise.race([work, watching]);
  } finally {
    ended.abort();
  }
}
