import { defineTask } from '../../src/core/ports/define-task.ts';

let runs = 0;

/** How many times this thread has run the task. */
export const countRuns = defineTask('count-runs', async (_: undefined) => ++runs);
