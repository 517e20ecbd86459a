import { defineTask } from '../../src/core/ports/define-task.ts';

/** Uses the CPU for this many milliseconds. */
export const spin = defineTask('spin', async (forMs: number) => {
  const start = performance.now();
  while (performance.now() - start < forMs);
  return forMs;
});
