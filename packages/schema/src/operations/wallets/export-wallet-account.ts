import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { nonEmptyText, targetPublicKey } from '../../vocabulary.ts';

export default defineActivity('export_wallet_account', {
  tag: 'Wallets',
  summary: 'Export a wallet account',
  description: 'Returns the private key of one wallet account, sealed to a key of the client.',
  intent: version(
    1,
    z.strictObject({
      address: nonEmptyText('Address of the wallet account.').meta({ examples: [example.walletAddress] }),
      targetPublicKey: targetPublicKey('Public key of the client, which the export bundle is encrypted to.'),
    }),
  ),
  result: version(
    1,
    z.object({
      address: nonEmptyText('Address of the wallet account.').meta({ examples: [example.walletAddress] }),
      exportBundle: nonEmptyText('The private key, encrypted to the key of the client and signed by the service.'),
    }),
  ),
  policy: { resource: 'WALLET', action: 'EXPORT' },
  errors: ['INVALID_PUBLIC_KEY', 'RESOURCE_NOT_FOUND'],
  example: {
    parameters: { address: example.walletAddress, targetPublicKey: example.targetPublicKey },
    result: { address: example.walletAddress, exportBundle: example.exportBundle },
  },
});
