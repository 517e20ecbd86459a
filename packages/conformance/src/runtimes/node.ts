import { scriptRuntime } from './script-runtime.ts';

/** The Node that runs the tests. */
export const node = scriptRuntime(
  'node',
  () => process.execPath,
  (entry) => ({ args: [entry] }),
);
