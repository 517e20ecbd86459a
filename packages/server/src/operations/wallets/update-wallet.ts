import updateWallet from '@mintmark/schema/operations/wallets/update-wallet';
import { implement } from '../../core/handlers/implement.ts';
import { renameWallet, requireWallet } from '../../funds/wallets/wallet.ts';
import { walletViews } from '../../funds/wallets/wallet-views.ts';

export default implement(
  updateWallet,
  async (context, { walletId, walletName }) => {
    const wallet = await requireWallet(context, walletId);
    if (walletName !== undefined) await renameWallet(context, wallet, walletName);
    return { walletId: wallet.id };
  },
  {
    policyParameters: ({ walletId }) => ({ wallet_id: walletId.toLowerCase() }),
    policyViews: (context, { walletId }, needs) => walletViews(context, [walletId], needs),
  },
);
