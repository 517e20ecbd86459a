import initImportWallet from '@mintmark/schema/operations/wallets/init-import-wallet';
import { implement } from '../../contract/implement.ts';
import { createImportKey, insertImportKey } from '../../keys/import-keys.ts';
import { forUser } from '../../users/own-user.ts';

export default implement(initImportWallet, {
  ...forUser,
  inputs: async () => undefined,
  prepare: (context, { userId }) => createImportKey(context, userId.toLowerCase()),
  async execute(context, { userId }, { privateKey, importBundle }) {
    await insertImportKey(context, { kind: 'wallet', userId: userId.toLowerCase(), privateKey });
    return { importBundle };
  },
});
