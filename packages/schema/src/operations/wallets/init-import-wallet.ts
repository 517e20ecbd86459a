import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, nonEmptyText } from '../../vocabulary.ts';

export default defineActivity('init_import_wallet', {
  tag: 'Wallets',
  summary: 'Prepare a wallet import',
  description: 'Creates a one-time key that the calling user encrypts a seed phrase to.',
  intent: version(1, z.strictObject({ userId: id('The user who imports the wallet.') })),
  result: version(
    1,
    z.object({
      importBundle: nonEmptyText('The public key to encrypt to, signed by the service.'),
    }),
  ),
  policy: { resource: 'WALLET', action: 'IMPORT' },
  example: {
    parameters: { userId: example.userId },
    result: { importBundle: example.importBundle },
  },
});
