import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { privateKeysTable } from '../../custody/keys/private-keys-table.ts';
import { takeTagsOff } from '../../identity/tags/tag-links.ts';
import type { PrivateKeyRow } from './private-key.ts';
import { privateKeyTags } from './private-key-tags.ts';

/** Whether to remove what was never exported: nobody can restore it then. */
interface Removal {
  readonly withoutExport: boolean;
}

/** Refuses private keys that were never exported, unless the caller gives them up. */
export function requireExported(keys: readonly PrivateKeyRow[], { withoutExport }: Removal): void {
  if (!withoutExport && keys.some(({ exported }) => !exported))
    throw new ApiError('WALLET_ACCOUNT_NOT_EXPORTED', 'a private key was never exported');
}

/** Removes private keys with their tags. */
export async function removePrivateKeys(
  context: ChangeContext,
  keys: readonly PrivateKeyRow[],
  removal: Removal,
): Promise<void> {
  requireExported(keys, removal);
  await takeTagsOff(context, privateKeyTags, { memberIds: keys.map(({ id }) => id) });
  await context.writer.remove(privateKeysTable, keys);
}
