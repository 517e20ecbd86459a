import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Wallet } from '../../fields/wallets/wallet.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_wallet', {
  tag: 'Wallets',
  summary: 'Get a wallet',
  description: 'Returns the metadata of one wallet of the organization, never its seed phrase.',
  request: z.strictObject({
    organizationId: organizationId('The organization that owns the wallet.'),
    walletId: id('The wallet.'),
  }),
  response: z.object({ wallet: Wallet }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, walletId: example.walletId },
    response: { wallet: example.walletRecord },
  },
});
