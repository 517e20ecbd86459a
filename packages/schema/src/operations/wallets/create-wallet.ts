import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { madeWallet, newWallet } from '../../fields/wallets/wallet.ts';
import { accountRules } from '../../fields/wallets/wallet-account-params.ts';

export default defineActivity('create_wallet', {
  tag: 'Wallets',
  summary: 'Create a wallet',
  description:
    'Creates a wallet from a new seed phrase and derives accounts in it. No two wallets of an organization have the same name, and neither do two named wallet accounts. An organization has at most 100 wallets, and a wallet at most 1,000 accounts, unless the operator of the service has set another limit for accounts.',
  intent: version(
    1,
    // Clients recognise this error.
    z.strictObject(newWallet, { error: ({ input }) => (input === undefined ? 'missing wallet params' : undefined) }),
  ),
  rules: accountRules,
  result: version(1, z.object(madeWallet)),
  policy: { resource: 'WALLET', action: 'CREATE' },
  errors: ['ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: example.wallet,
    result: { walletId: example.walletId, addresses: [example.walletAddress] },
  },
});
