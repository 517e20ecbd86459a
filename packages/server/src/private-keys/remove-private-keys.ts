import { ApiError } from '../contract/api-error.ts';
import type { ChangeContext } from '../contract/implement.ts';
import { takeTagsOff } from '../tags/tag-links.ts';
import type { PrivateKeyRow } from './private-key.ts';
import { privateKeyTags } from './private-key-tags.ts';

/** Removes private keys with their tags. One that was never exported is refused, unless the caller gives it up. */
export async function removePrivateKeys(
  context: ChangeContext,
  keys: readonly PrivateKeyRow[],
  { withoutExport }: { readonly withoutExport: boolean },
): Promise<void> {
  if (!withoutExport && keys.some(({ exported }) => !exported))
    throw new ApiError('WALLET_ACCOUNT_NOT_EXPORTED', 'a private key was never exported');
  await takeTagsOff(context, privateKeyTags, { memberIds: keys.map(({ id }) => id) });
  await context.writer.remove('private_keys', keys);
}
