import importWallet from '@mintmark/schema/operations/wallets/import-wallet';
import { implement } from '../../contract/implement.ts';
import { takeImportKey } from '../../keys/import-keys.ts';
import { importWalletKeys } from '../../keys/wallet-keys.ts';
import { forUser } from '../../users/about-user.ts';
import { requireFreeAccounts } from '../../wallets/account.ts';
import { derivationsOf, insertNewWallet, newWalletId } from '../../wallets/new-wallet.ts';
import { requireRoomForWallet } from '../../wallets/wallet.ts';

export default implement(importWallet, {
  ...forUser,
  async inputs(context, { walletName, accounts }) {
    await Promise.all([requireRoomForWallet(context, walletName), requireFreeAccounts(context, undefined, accounts)]);
  },
  async prepare(context, parameters) {
    const id = newWalletId(context);
    const userId = parameters.userId.toLowerCase();
    const wallet = { organization: context.organization, id };
    return { id, userId, ...(await importWalletKeys(context, wallet, { ...parameters, userId })) };
  },
  derivations: (organization, { accounts }, { id, keys }) => derivationsOf(organization, id, accounts, keys.accounts),
  async execute(context, parameters, { userId, importKeyId, ...made }) {
    await takeImportKey(context, { kind: 'wallet', userId }, importKeyId);
    return await insertNewWallet(context, { ...made, imported: true }, parameters);
  },
});
