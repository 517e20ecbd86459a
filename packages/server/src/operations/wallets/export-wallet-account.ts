import exportWalletAccount from '@mintmark/schema/operations/wallets/export-wallet-account';
import { implement, type ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { requireExportTarget } from '../../custody/keys/export-target.ts';
import { walletAccountsTable } from '../../custody/keys/wallet-accounts-table.ts';
import { exportAccountKey } from '../../custody/keys/wallet-keys.ts';
import { signerViews } from '../../funds/signing/signer-views.ts';
import { type AccountRow, readAccountsByAddress } from '../../funds/wallets/account.ts';
import { requireWallet } from '../../funds/wallets/wallet.ts';

export default implement(exportWalletAccount, {
  policyParameters: ({ targetPublicKey }) => ({ target_public_key: targetPublicKey.toLowerCase() }),
  policyViews: (context, { address }, needs) =>
    signerViews(
      context,
      async () => ({ accounts: await readAccountsByAddress(context, address), privateKeys: [] }),
      needs,
    ),
  async inputs(context, { address, targetPublicKey }) {
    requireExportTarget(targetPublicKey);
    const [{ walletId, curve, path }] = await requireAccountsByAddress(context, address);
    const { id, seed } = await requireWallet(context, walletId);
    return { wallet: { id, seed }, curve, path };
  },
  prepare: (context, { address, targetPublicKey }, account) =>
    exportAccountKey(context, { ...account, address }, targetPublicKey),
  async execute(context, { address }, exportBundle) {
    // All of them have the key that was exported.
    const accounts = await requireAccountsByAddress(context, address);
    await context.writer.change(walletAccountsTable, accounts, { exported: true, updatedAt: context.now });
    return { address, exportBundle };
  },
});

async function requireAccountsByAddress(context: ReadContext, address: string): Promise<[AccountRow, ...AccountRow[]]> {
  const [first, ...others] = await readAccountsByAddress(context, address);
  if (!first) throw new ApiError('RESOURCE_NOT_FOUND', 'no wallet account has this address');
  return [first, ...others];
}
