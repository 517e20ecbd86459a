import getWalletAccount from '@mintmark/schema/operations/wallets/get-wallet-account';
import { answer } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { accountRecord, findAccount } from '../../funds/wallets/account.ts';
import { requireWallet } from '../../funds/wallets/wallet.ts';

export default answer(getWalletAccount, async (context, { walletId, address, path }) => {
  const wallet = await requireWallet(context, walletId);
  const account = await findAccount(context, wallet.id, { address, path });
  if (!account) throw new ApiError('RESOURCE_NOT_FOUND', 'no such wallet account');
  return { account: accountRecord(account) };
});
