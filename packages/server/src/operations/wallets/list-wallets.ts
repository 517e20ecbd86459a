import listWallets from '@mintmark/schema/operations/wallets/list-wallets';
import { answer } from '../../core/handlers/implement.ts';
import { readWallets, walletRecord } from '../../funds/wallets/wallet.ts';

export default answer(listWallets, async (context) => ({ wallets: (await readWallets(context)).map(walletRecord) }));
