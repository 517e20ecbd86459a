import deleteWallets from '@mintmark/schema/operations/wallets/delete-wallets';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { removeWallets } from '../../funds/wallets/remove-wallets.ts';
import { requireWallets } from '../../funds/wallets/wallet.ts';
import { walletViews } from '../../funds/wallets/wallet-views.ts';

export default implement(
  deleteWallets,
  async (context, { walletIds, deleteWithoutExport = false }) => {
    await removeWallets(context, await requireWallets(context, walletIds), { withoutExport: deleteWithoutExport });
    return { walletIds: distinctIds(walletIds) };
  },
  {
    policyViews: (context, { walletIds }, needs) => walletViews(context, walletIds, needs),
  },
);
