import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, nonEmptyText, targetPublicKey } from '../../vocabulary.ts';

export default defineActivity('export_private_key', {
  tag: 'Private keys',
  summary: 'Export a private key',
  description: 'Returns a standalone private key, sealed to a key of the client.',
  intent: version(
    1,
    z.strictObject({
      privateKeyId: id('The private key to export.'),
      targetPublicKey: targetPublicKey('Public key of the client, which the export bundle is encrypted to.'),
    }),
  ),
  result: version(
    1,
    z.object({
      privateKeyId: id('The private key that was exported.'),
      exportBundle: nonEmptyText('The private key, encrypted to the key of the client and signed by the service.'),
    }),
  ),
  policy: { resource: 'PRIVATE_KEY', action: 'EXPORT' },
  errors: ['INVALID_PUBLIC_KEY', 'RESOURCE_NOT_FOUND'],
  example: {
    parameters: { privateKeyId: example.privateKeyId, targetPublicKey: example.targetPublicKey },
    result: { privateKeyId: example.privateKeyId, exportBundle: example.privateKeyExportBundle },
  },
});
