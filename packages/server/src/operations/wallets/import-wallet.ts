import importWallet from '@mintmark/schema/operations/wallets/import-wallet';
import { implement } from '../../contract/implement.ts';
import { removeImportKey, requireImportKeys, useImport } from '../../keys/import-keys.ts';
import { readWalletKeys } from '../../keys/wallet-keys.ts';
import { forUser } from '../../users/own-user.ts';
import { requireFreeAccounts } from '../../wallets/account.ts';
import { insertNewWallet, newWalletId } from '../../wallets/new-wallet.ts';
import { requireRoomForWallet } from '../../wallets/wallet.ts';

export default implement(importWallet, {
  ...forUser,
  async inputs(context, { userId, walletName, accounts }) {
    await Promise.all([requireRoomForWallet(context, walletName), requireFreeAccounts(context, undefined, accounts)]);
    return await requireImportKeys(context, { kind: 'wallet', userId: userId.toLowerCase() });
  },
  async prepare(context, { encryptedBundle, accounts }, importKeys) {
    const id = newWalletId(context);
    const { importKeyId, result: keys } = await useImport(context, importKeys, encryptedBundle, (mnemonic) =>
      readWalletKeys(context, { organization: context.organization, id }, mnemonic, accounts),
    );
    return { id, importKeyId, keys };
  },
  async execute(context, parameters, { importKeyId, ...made }) {
    await removeImportKey(context, importKeyId);
    return await insertNewWallet(context, { ...made, imported: true }, parameters);
  },
});
