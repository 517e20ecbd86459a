import exportWallet from '@mintmark/schema/operations/wallets/export-wallet';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { requireExportTarget } from '../../custody/keys/export-target.ts';
import { exportMnemonic } from '../../custody/keys/wallet-keys.ts';
import { walletsTable } from '../../custody/keys/wallets-table.ts';
import { requireWallet } from '../../funds/wallets/wallet.ts';
import { walletViews } from '../../funds/wallets/wallet-views.ts';

export default implement(exportWallet, {
  policyParameters: ({ targetPublicKey }) => ({ target_public_key: targetPublicKey.toLowerCase() }),
  policyViews: (context, { walletId }, needs) => walletViews(context, [walletId], needs),
  async inputs(context, { walletId, language: asked, targetPublicKey }) {
    requireExportTarget(targetPublicKey);
    const { id, mnemonic, language } = await requireWallet(context, walletId);
    // The same entropy in the words of another language has another seed, and other addresses.
    if (asked !== undefined && asked !== language) throw new ApiError('MNEMONIC_LANGUAGE_MISMATCH');
    return { id, mnemonic };
  },
  prepare: (context, { targetPublicKey }, wallet) => exportMnemonic(context, wallet, targetPublicKey),
  async execute(context, { walletId }, exportBundle) {
    const wallet = await requireWallet(context, walletId);
    await context.writer.change(walletsTable, [wallet], { exported: true, updatedAt: context.now });
    return { walletId: wallet.id, exportBundle };
  },
});
