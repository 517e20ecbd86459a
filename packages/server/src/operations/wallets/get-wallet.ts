import getWallet from '@mintmark/schema/operations/wallets/get-wallet';
import { answer } from '../../core/handlers/implement.ts';
import { requireWallet, walletRecord } from '../../funds/wallets/wallet.ts';

export default answer(getWallet, async (context, { walletId }) => ({
  wallet: walletRecord(await requireWallet(context, walletId)),
}));
