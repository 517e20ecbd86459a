/** The program of a thread that runs the tasks of tests. */
import { runTasks } from '../../src/custody/threads/run-tasks.ts';

runTasks({
  'count-runs': async () => (await import('./count-runs.ts')).countRuns,
  'keep-bytes': async () => (await import('./keep-bytes.ts')).keepBytes,
  'look-around': async () => (await import('./look-around.ts')).lookAround,
  misbehave: async () => (await import('./misbehave.ts')).misbehave,
  'read-priority': async () => (await import('./read-priority.ts')).readPriority,
  refuse: async () => (await import('./refuse.ts')).refuse,
  'reverse-bytes': async () => (await import('./reverse-bytes.ts')).reverseBytes,
  spin: async () => (await import('./spin.ts')).spin,
});
