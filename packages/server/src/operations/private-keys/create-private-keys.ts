import createPrivateKeys from '@mintmark/schema/operations/private-keys/create-private-keys';
import { implement } from '../../core/handlers/implement.ts';
import { createNewPrivateKeys, type NewPrivateKey } from '../../custody/keys/private-keys.ts';
import {
  addressesOf,
  derivationsOf,
  insertPrivateKeys,
  requireRoomForPrivateKeys,
} from '../../funds/private-keys/private-key.ts';
import { privateKeyTags } from '../../funds/private-keys/private-key-tags.ts';
import { putTags } from '../../identity/tags/tag-links.ts';

export default implement(createPrivateKeys, {
  inputs: (context, { privateKeys }) =>
    requireRoomForPrivateKeys(
      context,
      privateKeys.map(({ privateKeyName }) => privateKeyName),
    ),
  prepare: (context, { privateKeys }) => createNewPrivateKeys(context, privateKeys),
  derivations: (organization, _, made) => made.flatMap((key) => derivationsOf(organization, key)),
  async execute(context, { privateKeys }, made) {
    const rows = privateKeys.map((asked, index) => ({
      ...(made[index] as NewPrivateKey),
      name: asked.privateKeyName,
      tagIds: asked.privateKeyTags,
    }));
    await insertPrivateKeys(
      context,
      rows.map(({ tagIds: _, ...key }) => key),
      { imported: false },
    );
    // Most often all keys of a request have the same tags.
    for (const alike of Map.groupBy(rows, ({ tagIds }) => tagIds.join()).values()) {
      const ids = alike.map(({ id }) => id);
      await putTags(context, privateKeyTags, alike[0]?.tagIds ?? [], ids);
    }
    return { privateKeys: made.map((key) => ({ privateKeyId: key.id, addresses: addressesOf(key) })) };
  },
});
