import { walletAccountOf, walletOf } from '@mintmark/policy/namespaces';
import { TamperedError } from '../../core/authority/tampered-error.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import type { PolicyNeeds, PolicyView } from '../../core/handlers/policy-view.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { type AccountRow, readAccounts } from './account.ts';
import { readWallets, type WalletRow } from './wallet.ts';

const namesWallets = (needs: PolicyNeeds): boolean => needs.has('wallet') || needs.has('wallets');

/** What policies see of wallets: a view for each. Those that do not exist are not shown. */
export async function walletViews(
  context: ReadContext,
  walletIds: readonly string[],
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  if (!namesWallets(needs)) return [{}];
  const rows = await readWallets(context, walletIds);
  const wallets = rows.map(walletOf);
  return wallets.length === 0 ? [{}] : wallets.map((wallet) => ({ wallet, wallets }));
}

/** What policies see of wallet accounts with their wallets: a view for each account. */
export async function accountViews(
  context: ReadContext,
  accounts: readonly AccountRow[],
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  const rows = namesWallets(needs) ? await readWalletsOf(context, accounts) : undefined;
  // Accounts of one wallet have the same value, so that policies about the wallet are evaluated once for all of them.
  const shown = rows && new Map([...rows].map(([id, row]) => [id, walletOf(row)]));
  const wallets = shown && [...shown.values()];
  return accounts.map((account) => {
    const wallet = shown?.get(account.walletId);
    return {
      ...(wallet && wallets && { wallet, wallets }),
      ...(needs.has('wallet_account') && { wallet_account: walletAccountOf(account) }),
    };
  });
}

/** The same for the accounts with the given ids. Those that do not exist are not shown. */
export async function accountViewsById(
  context: ReadContext,
  ids: readonly string[],
  needs: PolicyNeeds,
): Promise<readonly PolicyView[]> {
  if (!namesWallets(needs) && !needs.has('wallet_account')) return [{}];
  const views = await accountViews(context, await readAccounts(context, ids), needs);
  return views.length === 0 ? [{}] : views;
}

/** An account without its wallet would escape the policies that deny something to the wallet. */
async function readWalletsOf(
  context: ReadContext,
  accounts: readonly AccountRow[],
): Promise<ReadonlyMap<string, WalletRow>> {
  const ids = distinctIds(accounts.map(({ walletId }) => walletId));
  const rows = ids.length === 0 ? [] : await readWallets(context, ids);
  if (rows.length < ids.length) throw new TamperedError('a wallet was changed outside of this service');
  return new Map(rows.map((row) => [row.id, row]));
}
