import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PaginationOptions } from '../../fields/pagination.ts';
import { WalletAccount } from '../../fields/wallets/wallet-account.ts';
import { flag, id, organizationId } from '../../vocabulary.ts';

export default defineQuery('list_wallet_accounts', {
  tag: 'Wallets',
  summary: 'List wallet accounts',
  description:
    'Lists the accounts of a wallet, or of all wallets of the organization, newest first. To page, pass the last ID as after.',
  request: z.strictObject({
    organizationId: organizationId('The organization that owns the wallets.'),
    walletId: id('The wallet. If absent, the accounts of all wallets are listed.').optional(),
    includeWalletDetails: flag('Whether to include the wallet of each account.').optional(),
    paginationOptions: PaginationOptions.optional(),
  }),
  response: z.object({ accounts: z.array(WalletAccount).describe('The accounts.') }),
  errors: ['INVALID_CURSOR', 'RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, walletId: example.walletId },
    response: { accounts: [example.walletAccountRecord] },
  },
});
