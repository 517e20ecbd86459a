import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { WalletAccount } from '../../fields/wallets/wallet-account.ts';
import { id, organizationId, text } from '../../vocabulary.ts';

export default defineQuery('get_wallet_account', {
  tag: 'Wallets',
  summary: 'Get a wallet account',
  description:
    'Returns the account of a wallet that matches an address, a path, or both. If several accounts match, the one that was created first is returned.',
  request: z.strictObject({
    organizationId: organizationId('The organization that owns the wallet.'),
    walletId: id('The wallet.'),
    address: text('Address of the account.')
      .meta({ examples: [example.walletAddress] })
      .optional(),
    path: text('Path of the account, as submitted.')
      .meta({ examples: [example.walletAccountRecord.path] })
      .optional(),
  }),
  rules: [
    {
      error: 'REQUEST_INVALID',
      description: 'An address or a path is required.',
      // An empty filter is the same as none.
      holds: ({ address, path }) => Boolean(address || path),
    },
  ],
  response: z.object({ account: WalletAccount }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: {
      organizationId: example.organizationId,
      walletId: example.walletId,
      address: example.walletAddress,
    },
    response: { account: example.walletAccountRecord },
  },
});
