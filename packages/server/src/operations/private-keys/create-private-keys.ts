import createPrivateKeys from '@mintmark/schema/operations/private-keys/create-private-keys';
import { implement } from '../../contract/implement.ts';
import { createNewPrivateKeys, type NewPrivateKey } from '../../keys/private-keys.ts';
import { addressesOf, insertPrivateKeys, requireRoomForPrivateKeys } from '../../private-keys/private-key.ts';
import { privateKeyTags } from '../../private-keys/private-key-tags.ts';
import { putTags } from '../../tags/tag-links.ts';

export default implement(createPrivateKeys, {
  inputs: (context, { privateKeys }) =>
    requireRoomForPrivateKeys(
      context,
      privateKeys.map(({ privateKeyName }) => privateKeyName),
    ),
  prepare: (context, { privateKeys }) => createNewPrivateKeys(context, privateKeys),
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
    for (const { id, tagIds } of rows) await putTags(context, privateKeyTags, tagIds, [id]);
    return { privateKeys: made.map((key) => ({ privateKeyId: key.id, addresses: addressesOf(key) })) };
  },
});
