import { createHash, createSecretKey } from 'node:crypto';
import { openBytes, sealBytes } from './sealing.ts';
import { SecretsError } from './secrets-error.ts';

/** A key that is wrapped by a master key. */
export interface WrappedKey {
  readonly masterKeyId: string;
  readonly wrapped: Uint8Array;
}

/**
 * Wraps and unwraps the keys of tenants with master keys that it does not reveal. They are in a file today, and could be in a
 * hardware module or a key service.
 */
export interface MasterKeys {
  /** The ids of the keys: first the current one, which wraps, then those that only unwrap. */
  ids(): Promise<readonly string[]>;
  wrap(key: Uint8Array, context: readonly string[]): Promise<WrappedKey>;
  unwrap(key: WrappedKey, context: readonly string[]): Promise<Buffer>;
}

export const masterKeyLength = 32;

/** Master keys that are read for each use, the current one first, so that a rotation takes effect immediately. */
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

/** The id of a master key. It is derived from the key, so that no two keys share an id and no key has two. */
function masterKeyId(key: Uint8Array): string {
  return createHash('sha256').update('mintmark master key').update(key).digest('hex').slice(0, 16);
}
