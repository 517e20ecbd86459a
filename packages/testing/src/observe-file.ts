import { afterAll } from 'vitest';
import { cpuTimeOfTree } from './cpu-time.ts';
import { takeLeftOut } from './effort.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The CPU time of a test file with the programs that it started, in milliseconds; absent where it is not known. */
    cpuMs?: number;
    /** What the usual effort left out in a test file. */
    leftOut?: readonly string[];
  }
}

/** What the process had used when its last test file ended: several files may share a process. */
const used = Symbol.for('mintmark: CPU time of earlier test files');
const scope: { [used]?: number } = globalThis as object;

// Hooks run in reverse order, so this one runs after those of the file itself.
// biome-ignore lint/correctness/noEmptyPattern: Vitest refuses a first parameter that is not a pattern.
afterAll(async ({}, file) => {
  const now = await cpuTimeOfTree(process.pid);
  // A program whose parent was killed is not counted any more.
  if (!Number.isNaN(now)) file.meta.cpuMs = Math.max(0, now - (scope[used] ?? 0));
  scope[used] = now;
  const leftOut = takeLeftOut();
  if (leftOut.length > 0) file.meta.leftOut = leftOut;
});
