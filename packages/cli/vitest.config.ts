import { patient } from '@mintmark/testing/patience';
import { mergeConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

export default mergeConfig(shared, {
  test: {
    // One more than usual: these tests mostly wait for processes that they have started.
    maxWorkers: '100%',
    // Files that share a process load the contract once.
    isolate: false,
    include: ['src/**/*.test.ts'],
    globalSetup: ['../server/test/global-setup.ts', '../server/test/global-setup-process.ts', 'test/global-setup.ts'],
    ...patient,
  },
});
