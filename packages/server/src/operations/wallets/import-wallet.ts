import importWallet from '@mintmark/schema/operations/wallets/import-wallet';
import { send } from '../../core/handlers/effect.ts';
import { implement } from '../../core/handlers/implement.ts';
import { takeImportKey } from '../../custody/keys/import-keys.ts';
import { importWalletKeys } from '../../custody/keys/wallet-keys.ts';
import { requireFreeAccounts } from '../../funds/wallets/account.ts';
import { derivationsOf, newWallet, newWalletId } from '../../funds/wallets/new-wallet.ts';
import { requireRoomForWallet } from '../../funds/wallets/wallet.ts';
import { forUser } from '../../identity/users/about-user.ts';

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
    return await send(context.sql, newWallet(context, { ...made, imported: true }, parameters));
  },
});
