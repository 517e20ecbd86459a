import { createHash, createSecretKey } from 'node:crypto';
import { openBytes, sealBytes } from './sealing.ts';
import { SecretsError } from './secrets-error.ts';

/** A key that a master key has wrapped. */
export interface WrappedKey {
  readonly masterKeyId: string;
  readonly wrapped: Uint8Array;
}

/**
 * Wraps and unwraps the keys of tenants with keys that it does not give away: those of a file today, or of a device or a
 * service that keeps keys.
 */
export interface MasterKeys {
  /** The ids of the keys: the current one, which wraps, and then those that unwrap only. */
  ids(): Promise<readonly string[]>;
  wrap(key: Uint8Array, context: readonly string[]): Promise<WrappedKey>;
  unwrap(key: WrappedKey, context: readonly string[]): Promise<Buffer>;
}

export const masterKeyLength = 32;

/** Master keys that are read each time, the current one first: whoever reads them sees a rotation at once. */
export function createMasterKeys(readKeys: () => Promise<readonly Uint8Array[]>): MasterKeys {
  return {
    ids: async () => (await readKeys()).map(masterKeyId),
    async wrap(key, context) {
      const [current] = await readKeys();
      if (!current) throw new SecretsError('MASTER_KEY_MISSING');
      return { masterKeyId: masterKeyId(current), wrapped: sealBytes(createSecretKey(current), key, context) };
    },
    async unwrap({ masterKeyId: id, wrapped }, context) {
      const master = (await readKeys()).find((candidate) => masterKeyId(candidate) === id);
      if (!master) throw unknownMasterKey(id);
      return openBytes(createSecretKey(master), wrapped, context);
    },
  };
}

export function unknownMasterKey(id: string): SecretsError {
  return new SecretsError('MASTER_KEY_UNKNOWN', `the database was sealed with the master key ${id}, which is missing`);
}

/** What a master key is called: it follows from the key, so that no two keys share a name and no key has two. */
function masterKeyId(key: Uint8Array): string {
  return createHash('sha256').update('mintmark master key').update(key).digest('hex').slice(0, 16);
}
