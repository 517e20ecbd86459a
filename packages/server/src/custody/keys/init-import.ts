import type { ActivityContext, PrepareContext } from '../../core/handlers/implement.ts';
import { createImportKey, insertImportKey, type NewImportKey } from './import-keys.ts';

interface Parameters {
  readonly userId: string;
}

/**
 * How an import of a kind is prepared: the user gets a key to seal to.
 *
 * @param forUser Denies it to everybody but that user.
 */
export const initImport = <ForUser extends object>(kind: 'wallet' | 'private_key', forUser: ForUser) => ({
  ...forUser,
  inputs: async () => undefined,
  prepare: (context: PrepareContext, { userId }: Parameters) => createImportKey(context, userId.toLowerCase()),
  async execute(context: ActivityContext, { userId }: Parameters, { privateKey, importBundle }: NewImportKey) {
    await insertImportKey(context, { kind, userId: userId.toLowerCase(), privateKey });
    return { importBundle };
  },
});
