import { privateKeyOf } from '@mintmark/policy/namespaces';
import type { ReadContext } from '../../core/handlers/implement.ts';
import type { PolicyNeeds, PolicyView } from '../../core/handlers/policy-view.ts';
import { type PrivateKeyRow, readPrivateKeys } from './private-key.ts';
import { readTagsOf } from './private-key-records.ts';

/** What policies see of private keys: a view for each. */
export async function privateKeyViews(
  context: ReadContext,
  keys: readonly PrivateKeyRow[],
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  if (!needs.has('private_key')) return keys.map(() => ({}));
  const tags = needs.has('private_key.tags') && keys.length > 0 ? await readTagsOf(context, keys) : undefined;
  return keys.map((key) => ({ private_key: privateKeyOf(key, tags?.get(key.id) ?? []) }));
}

/** The same for the private keys with the given ids. Those that do not exist are not shown. */
export async function privateKeyViewsById(
  context: ReadContext,
  ids: readonly string[],
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  if (!needs.has('private_key')) return [{}];
  const views = await privateKeyViews(context, await readPrivateKeys(context, ids), needs);
  return views.length === 0 ? [{}] : views;
}
