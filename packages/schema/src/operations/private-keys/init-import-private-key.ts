import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, nonEmptyText } from '../../vocabulary.ts';

export default defineActivity('init_import_private_key', {
  tag: 'Private keys',
  summary: 'Prepare a private key import',
  description: 'Creates a one-time key that the calling user encrypts a private key to.',
  intent: version(1, z.strictObject({ userId: id('The user who imports the private key.') })),
  result: version(
    1,
    z.object({
      importBundle: nonEmptyText('The public key to encrypt to, signed by the service.'),
    }),
  ),
  policy: { resource: 'PRIVATE_KEY', action: 'IMPORT' },
  example: {
    parameters: { userId: example.userId },
    result: { importBundle: example.importBundle },
  },
});
