import importPrivateKey from '@mintmark/schema/operations/private-keys/import-private-key';
import { implement } from '../../core/handlers/implement.ts';
import { takeImportKey } from '../../custody/keys/import-keys.ts';
import { importNewPrivateKey } from '../../custody/keys/private-keys.ts';
import {
  addressesOf,
  derivationsOf,
  insertPrivateKeys,
  requireRoomForPrivateKeys,
} from '../../funds/private-keys/private-key.ts';
import { forUser } from '../../identity/users/about-user.ts';

export default implement(importPrivateKey, {
  ...forUser,
  inputs: (context, { privateKeyName }) => requireRoomForPrivateKeys(context, [privateKeyName]),
  async prepare(context, parameters) {
    const userId = parameters.userId.toLowerCase();
    return { userId, ...(await importNewPrivateKey(context, { ...parameters, userId })) };
  },
  derivations: (organization, _, { key }) => derivationsOf(organization, key),
  async execute(context, { privateKeyName }, { userId, importKeyId, key }) {
    await takeImportKey(context, { kind: 'private_key', userId }, importKeyId);
    await insertPrivateKeys(context, [{ ...key, name: privateKeyName }], { imported: true });
    return { privateKeyId: key.id, addresses: addressesOf(key) };
  },
});
