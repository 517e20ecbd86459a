import { createGuardedFetch } from '../src/adapters/guarded-fetch.ts';
import type { Services } from '../src/contract/services.ts';
import { createTestMacs } from './test-macs.ts';
import { createTestVault } from './test-vault.ts';

/** Services with new random keys. The given services replace them. */
export const createTestServices = (replaced: Partial<Services> = {}): Services => ({
  macs: createTestMacs(),
  vault: createTestVault(),
  fetch: createGuardedFetch(),
  clock: () => new Date(),
  ...replaced,
});
