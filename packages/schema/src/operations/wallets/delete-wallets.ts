import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { flag, id } from '../../vocabulary.ts';

export default defineActivity('delete_wallets', {
  tag: 'Wallets',
  summary: 'Delete wallets',
  description:
    'Deletes wallets with their seed phrases and accounts. Either all of them are deleted or none. The request is refused if a wallet was never exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.',
  intent: version(
    1,
    z.strictObject({
      walletIds: z.array(id('A wallet.')).min(1).describe('The wallets to delete.'),
      deleteWithoutExport: flag('Whether to delete wallets that were never exported, which are then lost.').optional(),
    }),
  ),
  result: version(1, z.object({ walletIds: z.array(id('A wallet.')).describe('The wallets that were deleted.') })),
  policy: { resource: 'WALLET', action: 'DELETE' },
  errors: ['WALLET_ACCOUNT_NOT_EXPORTED', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: { walletIds: [example.walletId], deleteWithoutExport: true },
    result: { walletIds: [example.walletId] },
  },
});
