import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { flag, walletAccountId } from '../../vocabulary.ts';

export default defineActivity('delete_wallet_accounts', {
  tag: 'Wallets',
  summary: 'Delete wallet accounts',
  description:
    'Deletes accounts and keeps their wallets. Either all of them are deleted or none. The request is refused if neither an account nor its wallet was ever exported, unless deleteWithoutExport is true. One request deletes at most 2,000 accounts.',
  intent: version(
    1,
    z.strictObject({
      walletAccountIds: z.array(walletAccountId('A wallet account.')).min(1).describe('The accounts to delete.'),
      deleteWithoutExport: flag('Whether to delete accounts that were never exported.').optional(),
    }),
  ),
  result: version(
    1,
    z.object({
      walletAccountIds: z.array(walletAccountId('A wallet account.')).describe('The accounts that were deleted.'),
    }),
  ),
  policy: { resource: 'WALLET', action: 'DELETE' },
  errors: ['WALLET_ACCOUNT_NOT_EXPORTED', 'RESOURCE_NOT_FOUND', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: { walletAccountIds: [example.walletAccountId], deleteWithoutExport: true },
    result: { walletAccountIds: [example.walletAccountId] },
  },
});
