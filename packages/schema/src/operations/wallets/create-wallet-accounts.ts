import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { madeWallet } from '../../fields/wallets/wallet.ts';
import { accountRules, accounts } from '../../fields/wallets/wallet-account-params.ts';
import { flag, id } from '../../vocabulary.ts';

export default defineActivity('create_wallet_accounts', {
  tag: 'Wallets',
  summary: 'Create wallet accounts',
  description:
    'Derives accounts in a wallet. Either all of them are created or none. A path that the wallet already has with the same address format is refused. A wallet has at most 1,000 accounts, unless the operator of the service has set another limit; a wallet that already has more keeps them.',
  intent: version(
    1,
    z.strictObject({
      walletId: id('The wallet to derive the accounts in.'),
      accounts: accounts('Accounts to derive.').min(1),
      persist: flag(
        'Whether to store the accounts. Defaults to true; if false, the addresses are only returned.',
      ).optional(),
    }),
  ),
  rules: accountRules,
  result: version(1, z.object({ addresses: madeWallet.addresses })),
  policy: { resource: 'WALLET', action: 'CREATE' },
  errors: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: { walletId: example.walletId, accounts: example.wallet.accounts },
    result: { addresses: [example.walletAddress] },
  },
});
