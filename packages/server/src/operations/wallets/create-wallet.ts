import createWallet from '@mintmark/schema/operations/wallets/create-wallet';
import { implement } from '../../core/handlers/implement.ts';
import { createWalletKeys } from '../../custody/keys/wallet-keys.ts';
import { hasFewAccounts, requireFreeAccounts } from '../../funds/wallets/account.ts';
import { derivationsOf, newWallet, newWalletId } from '../../funds/wallets/new-wallet.ts';
import { requireRoomForWallet } from '../../funds/wallets/wallet.ts';

export default implement(createWallet, {
  async inputs(context, { walletName, accounts }) {
    await Promise.all([requireRoomForWallet(context, walletName), requireFreeAccounts(context, undefined, accounts)]);
  },
  async prepare(context, parameters) {
    const id = newWalletId(context);
    return { id, keys: await createWalletKeys(context, { organization: context.organization, id }, parameters) };
  },
  derivations: (organization, { accounts }, { id, keys }) => derivationsOf(organization, id, accounts, keys.accounts),
  effect: (context, parameters, made) => newWallet(context, { ...made, imported: false }, parameters),
  isSmall: hasFewAccounts,
});
