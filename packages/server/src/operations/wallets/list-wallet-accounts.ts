import listWalletAccounts from '@mintmark/schema/operations/wallets/list-wallet-accounts';
import { answer } from '../../core/handlers/implement.ts';
import { ofOrganization } from '../../core/model/of-organization.ts';
import { readPage } from '../../core/requests/read-page.ts';
import { accountRecord, readAccounts } from '../../funds/wallets/account.ts';
import { readWallets, requireWallet, walletRecord } from '../../funds/wallets/wallet.ts';

export default answer(listWalletAccounts, async (context, request) => {
  const { sql, organization } = context;
  const { walletId, includeWalletDetails = false, paginationOptions } = request;
  const wallet = walletId === undefined ? undefined : await requireWallet(context, walletId);
  const list = {
    table: 'wallet_accounts',
    scope: ofOrganization(sql, organization),
    filter: wallet ? sql`and wallet_id = ${wallet.id}` : sql``,
  };
  const { ids } = await readPage(sql, list, paginationOptions);
  const accounts = await readAccounts(context, ids, wallet?.id);
  if (!includeWalletDetails) return { accounts: accounts.map(accountRecord) };
  const wallets = await readWallets(
    context,
    accounts.map((account) => account.walletId),
  );
  const details = new Map(wallets.map((row) => [row.id, walletRecord(row)]));
  return {
    accounts: accounts.map((account) => ({
      ...accountRecord(account),
      walletDetails: details.get(account.walletId),
    })),
  };
});
