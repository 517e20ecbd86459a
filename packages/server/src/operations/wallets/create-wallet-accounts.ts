import createWalletAccounts from '@mintmark/schema/operations/wallets/create-wallet-accounts';
import { implement } from '../../core/handlers/implement.ts';
import { deriveWalletAccounts } from '../../custody/keys/wallet-keys.ts';
import { hasFewAccounts, insertAccounts, requireFreeAccounts } from '../../funds/wallets/account.ts';
import { derivationsOf } from '../../funds/wallets/new-wallet.ts';
import { requireWallet } from '../../funds/wallets/wallet.ts';
import { walletViews } from '../../funds/wallets/wallet-views.ts';

export default implement(createWalletAccounts, {
  policyViews: (context, { walletId }, needs) => walletViews(context, [walletId], needs),
  async inputs(context, { walletId, accounts, persist = true }) {
    const { id, seed } = await requireWallet(context, walletId);
    if (persist) await requireFreeAccounts(context, id, accounts);
    return { id, seed };
  },
  prepare: async (context, { accounts }, wallet) => ({
    walletId: wallet.id,
    derived: await deriveWalletAccounts(context, wallet, accounts),
  }),
  derivations: (organization, { accounts }, { walletId, derived }) =>
    derivationsOf(organization, walletId, accounts, derived),
  effect: (context, { accounts, persist = true }, { walletId, derived }) => ({
    parts: persist ? insertAccounts(context, walletId, accounts, derived) : [],
    result: { addresses: derived.map(({ address }) => address) },
  }),
  isSmall: hasFewAccounts,
});
