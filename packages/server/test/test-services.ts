import { generatePrivateKey } from '@mintmark/stamper';
import { createP256Signer } from '@mintmark/stamper/bundles';
import { createGuardedFetch } from '../src/adapters/guarded-fetch.ts';
import { BoundedMap } from '../src/cache/bounded-map.ts';
import type { Services } from '../src/contract/services.ts';
import { Threads } from '../src/threads/threads.ts';
import { createTestMacs } from './test-macs.ts';
import { createTestVault } from './test-vault.ts';

/**
 * Shared by all tests of a process. Threads start only if a test uses them, and end with the process. They have more time than
 * usual, since a run of all tests keeps a machine busy.
 */
const threads = new Threads({ longestWaitMs: 60_000, longestTaskMs: 60_000 });

/** Services with new random keys. The given services replace them. */
export const createTestServices = (replaced: Partial<Services> = {}): Services => ({
  macs: createTestMacs(),
  vault: createTestVault(),
  accountKeys: new BoundedMap(100),
  signer: createP256Signer(generatePrivateKey('p256').toApiKey()),
  fetch: createGuardedFetch(),
  mail: undefined,
  sms: undefined,
  threads,
  clock: () => new Date(),
  ...replaced,
});
