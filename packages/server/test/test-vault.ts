import { randomBytes } from 'node:crypto';
import { createMasterKeys } from '../src/custody/secrets/master-keys.ts';
import { Vault } from '../src/custody/secrets/vault.ts';

/** A vault with a new random master key. */
export function createTestVault(): Vault {
  const key = randomBytes(32);
  return new Vault(createMasterKeys(async () => [key]));
}
