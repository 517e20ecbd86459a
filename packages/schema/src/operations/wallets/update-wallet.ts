import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, label } from '../../vocabulary.ts';

export default defineActivity('update_wallet', {
  tag: 'Wallets',
  summary: 'Update a wallet',
  description: 'Renames a wallet. No two wallets of an organization have the same name.',
  intent: version(
    1,
    z.strictObject({
      walletId: id('The wallet to change.'),
      walletName: label('The new name. If absent, the name stays unchanged.', 'Treasury').optional(),
    }),
  ),
  result: version(1, z.object({ walletId: id('The wallet that was changed.') })),
  policy: { resource: 'WALLET', action: 'UPDATE' },
  errors: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  example: {
    parameters: { walletId: example.walletId, walletName: 'Treasury' },
    result: { walletId: example.walletId },
  },
});
