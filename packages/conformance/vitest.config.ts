import { patient } from '@mintmark/testing/patience';
import { configDefaults, mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

// Nearly all of these tests start browsers, runtimes or services, and wait for them: two files at a time, even on two cores. Files
// that share a process load the contract and its checks once.
export default mergeConfig(shared, {
  test: {
    ...patient,
    isolate: false,
    maxWorkers: 2,
    // Only `npm run check:citus` has what these need: nobody publishes programs of Citus.
    exclude: [...configDefaults.exclude, ...(process.env['MINTMARK_CITUS_PROGRAMS'] ? [] : ['src/citus/**'])],
  },
});
