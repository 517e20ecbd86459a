import type { Services } from '../src/contract/services.ts';
import { createTestMacs } from './test-macs.ts';
import { createTestVault } from './test-vault.ts';

/** Services with new random keys. The given services replace them. */
export const createTestServices = (replaced: Partial<Services> = {}): Services => ({
  macs: createTestMacs(),
  vault: createTestVault(),
  clock: () => new Date(),
  ...replaced,
});
