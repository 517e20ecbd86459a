import initImportPrivateKey from '@mintmark/schema/operations/private-keys/init-import-private-key';
import { implement } from '../../contract/implement.ts';
import { createImportKey, insertImportKey } from '../../keys/import-keys.ts';
import { forUser } from '../../users/own-user.ts';

export default implement(initImportPrivateKey, {
  ...forUser,
  inputs: async () => undefined,
  prepare: (context, { userId }) => createImportKey(context, userId.toLowerCase()),
  async execute(context, { userId }, { privateKey, importBundle }) {
    await insertImportKey(context, { kind: 'private_key', userId: userId.toLowerCase(), privateKey });
    return { importBundle };
  },
});
