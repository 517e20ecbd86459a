import { ApiError } from '../contract/api-error.ts';
import type { ChangeContext } from '../contract/implement.ts';
import { type AccountRow, readAccountsOf } from './account.ts';
import { requireWallets, type WalletRow } from './wallet.ts';

/** Whether to remove what was never exported: nobody can restore it then. */
interface Removal {
  readonly withoutExport: boolean;
}

/** Removes wallets with their accounts. */
export async function removeWallets(
  context: ChangeContext,
  wallets: readonly WalletRow[],
  { withoutExport }: Removal,
): Promise<void> {
  if (!withoutExport && wallets.some(({ exported }) => !exported))
    throw new ApiError('WALLET_ACCOUNT_NOT_EXPORTED', 'a wallet was never exported');
  const ids = wallets.map(({ id }) => id);
  await context.writer.remove('wallet_accounts', await readAccountsOf(context, ids));
  await context.writer.remove('wallets', wallets);
}

/** Removes accounts. An account counts as exported if its wallet was: the mnemonic gives every account. */
export async function removeAccounts(
  context: ChangeContext,
  accounts: readonly AccountRow[],
  { withoutExport }: Removal,
): Promise<void> {
  const unexported = accounts.filter(({ exported }) => !exported);
  if (!withoutExport && unexported.length > 0) {
    const wallets = await requireWallets(
      context,
      unexported.map(({ walletId }) => walletId),
    );
    if (wallets.some(({ exported }) => !exported)) throw new ApiError('WALLET_ACCOUNT_NOT_EXPORTED');
  }
  await context.writer.remove('wallet_accounts', accounts);
}
