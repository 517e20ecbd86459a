import { inject } from 'vitest';
import { lateness } from '../src/storage/store/working-time.ts';
import { testDistribution } from './test-distribution.ts';
import type { TestServer } from './test-server.ts';

// Tests control the time: for them it passes without an event loop. Those that are about its lateness measure it.
lateness.isMeasured = false;

// Tests without a database have none.
const server: TestServer | undefined = inject('testServer');
testDistribution.isDistributed = server?.isExternal ?? false;
