import deleteWalletAccounts from '@mintmark/schema/operations/wallets/delete-wallet-accounts';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { requireAccounts } from '../../funds/wallets/account.ts';
import { removeAccounts } from '../../funds/wallets/remove-wallets.ts';
import { accountViewsById } from '../../funds/wallets/wallet-views.ts';

export default implement(
  deleteWalletAccounts,
  async (context, { walletAccountIds, deleteWithoutExport = false }) => {
    const accounts = await requireAccounts(context, walletAccountIds);
    await removeAccounts(context, accounts, { withoutExport: deleteWithoutExport });
    return { walletAccountIds: distinctIds(walletAccountIds) };
  },
  {
    policyViews: (context, { walletAccountIds }, needs) => accountViewsById(context, walletAccountIds, needs),
  },
);
