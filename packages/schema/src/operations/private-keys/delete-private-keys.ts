import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { flag, id } from '../../vocabulary.ts';

export default defineActivity('delete_private_keys', {
  tag: 'Private keys',
  summary: 'Delete private keys',
  description:
    'Deletes private keys and takes their tags off them. Either all of them are deleted or none. The request is refused if a key was never exported, unless deleteWithoutExport is true.',
  intent: version(
    1,
    z.strictObject({
      privateKeyIds: z.array(id('A private key.')).min(1).describe('The private keys to delete.'),
      deleteWithoutExport: flag(
        'Whether to delete private keys that were never exported, which are then lost.',
      ).optional(),
    }),
  ),
  result: version(
    1,
    z.object({ privateKeyIds: z.array(id('A private key.')).describe('The private keys that were deleted.') }),
  ),
  policy: { resource: 'PRIVATE_KEY', action: 'DELETE' },
  errors: ['WALLET_ACCOUNT_NOT_EXPORTED', 'RESOURCE_NOT_FOUND'],
  example: {
    parameters: { privateKeyIds: [example.privateKeyId], deleteWithoutExport: true },
    result: { privateKeyIds: [example.privateKeyId] },
  },
});
