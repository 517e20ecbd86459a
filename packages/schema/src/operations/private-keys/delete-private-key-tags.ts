import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_private_key_tags', {
  tag: 'Private keys',
  summary: 'Delete private key tags',
  description: 'Deletes tags and takes them off every private key that has them.',
  intent: version(
    1,
    z.strictObject({
      privateKeyTagIds: z.array(id('A private key tag.')).min(1).describe('The tags to delete.'),
    }),
  ),
  result: version(
    1,
    z.object({
      privateKeyTagIds: z.array(id('A private key tag.')).describe('The tags that were deleted.'),
      privateKeyIds: z.array(id('A private key.')).describe('The private keys that had any of the deleted tags.'),
    }),
  ),
  policy: { resource: 'PRIVATE_KEY', action: 'DELETE' },
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    parameters: { privateKeyTagIds: [example.privateKeyTagId] },
    result: { privateKeyTagIds: [example.privateKeyTagId], privateKeyIds: [example.privateKeyId] },
  },
});
