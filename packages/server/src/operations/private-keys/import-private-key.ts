import importPrivateKey from '@mintmark/schema/operations/private-keys/import-private-key';
import { implement } from '../../contract/implement.ts';
import { removeImportKey, requireImportKeys, useImport } from '../../keys/import-keys.ts';
import { readNewPrivateKey } from '../../keys/private-keys.ts';
import { addressesOf, insertPrivateKeys, requireRoomForPrivateKeys } from '../../private-keys/private-key.ts';
import { forUser } from '../../users/own-user.ts';

export default implement(importPrivateKey, {
  ...forUser,
  async inputs(context, { userId, privateKeyName }) {
    await requireRoomForPrivateKeys(context, [privateKeyName]);
    return await requireImportKeys(context, { kind: 'private_key', userId: userId.toLowerCase() });
  },
  async prepare(context, { encryptedBundle, curve, addressFormats }, importKeys) {
    const { importKeyId, result: key } = await useImport(context, importKeys, encryptedBundle, (secret) =>
      readNewPrivateKey(context, secret, { curve, addressFormats }),
    );
    return { importKeyId, key };
  },
  async execute(context, { privateKeyName }, { importKeyId, key }) {
    await removeImportKey(context, importKeyId);
    await insertPrivateKeys(context, [{ ...key, name: privateKeyName }], { imported: true });
    return { privateKeyId: key.id, addresses: addressesOf(key) };
  },
});
