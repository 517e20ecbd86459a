import type { Services } from '../src/contract/services.ts';
import { createTestMacs } from './test-macs.ts';
import { createTestVault } from './test-vault.ts';

/** Services with keys that nobody else has, and the given ones in their place. */
export const createTestServices = (replaced: Partial<Services> = {}): Services => ({
  macs: createTestMacs(),
  vault: createTestVault(),
  clock: () => new Date(),
  ...replaced,
});
