import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { madeWallet, walletName } from '../../fields/wallets/wallet.ts';
import { accountRules, accounts } from '../../fields/wallets/wallet-account-params.ts';
import { id, nonEmptyText } from '../../vocabulary.ts';

export default defineActivity('import_wallet', {
  tag: 'Wallets',
  summary: 'Import a wallet',
  description:
    'Creates a wallet from a seed phrase of the client and derives accounts in it. The seed phrase is encrypted to the import key that init_import_wallet created for the calling user. The import key works once and expires after an hour. A line break and a passphrase may follow the words.',
  intent: version(
    1,
    z.strictObject({
      userId: id('The user who imports the wallet; must be the calling user.'),
      walletName: walletName(),
      encryptedBundle: nonEmptyText('The seed phrase, encrypted to the key of the import bundle.'),
      accounts: accounts('Accounts to derive; may be empty.'),
    }),
  ),
  rules: accountRules,
  result: version(1, z.object(madeWallet)),
  policy: { resource: 'WALLET', action: 'IMPORT' },
  errors: [
    'INVALID_MNEMONIC',
    'INVALID_IMPORT_BUNDLE',
    'IMPORT_NOT_PREPARED',
    'ALREADY_EXISTS',
    'RESOURCE_LIMIT_EXCEEDED',
  ],
  example: {
    parameters: {
      userId: example.userId,
      walletName: 'Treasury',
      encryptedBundle: example.encryptedMnemonic,
      accounts: example.wallet.accounts,
    },
    result: { walletId: example.walletId, addresses: [example.walletAddress] },
  },
});
