import createWallet from '@mintmark/schema/operations/wallets/create-wallet';
import { implement } from '../../contract/implement.ts';
import { createWalletKeys } from '../../keys/wallet-keys.ts';
import { requireFreeAccounts } from '../../wallets/account.ts';
import { derivationsOf, insertNewWallet, newWalletId } from '../../wallets/new-wallet.ts';
import { requireRoomForWallet } from '../../wallets/wallet.ts';

export default implement(createWallet, {
  async inputs(context, { walletName, accounts }) {
    await Promise.all([requireRoomForWallet(context, walletName), requireFreeAccounts(context, undefined, accounts)]);
  },
  async prepare(context, parameters) {
    const id = newWalletId(context);
    return { id, keys: await createWalletKeys(context, { organization: context.organization, id }, parameters) };
  },
  derivations: (organization, { accounts }, { id, keys }) => derivationsOf(organization, id, accounts, keys.accounts),
  execute: (context, parameters, made) => insertNewWallet(context, { ...made, imported: false }, parameters),
});
