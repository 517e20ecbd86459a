import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Wallet } from '../../fields/wallets/wallet.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_wallets', {
  tag: 'Wallets',
  summary: 'List wallets',
  description: 'Lists the wallets of the organization, newest first.',
  request: z.strictObject({ organizationId: organizationId('The organization that owns the wallets.') }),
  response: z.object({ wallets: z.array(Wallet).describe('The wallets.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: { wallets: [example.walletRecord] },
  },
});
