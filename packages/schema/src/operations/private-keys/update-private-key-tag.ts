import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, label } from '../../vocabulary.ts';

export default defineActivity('update_private_key_tag', {
  tag: 'Private keys',
  summary: 'Update a private key tag',
  description: 'Renames a tag, puts it on private keys, and takes it off others.',
  intent: version(
    1,
    z.strictObject({
      privateKeyTagId: id('The tag to change.'),
      newPrivateKeyTagName: label('The new name. If absent, the name stays unchanged.', 'Hot').optional(),
      addPrivateKeyIds: z.array(id('A private key.')).describe('The private keys to put the tag on; may be empty.'),
      removePrivateKeyIds: z
        .array(id('A private key.'))
        .describe('The private keys to take the tag off; may be empty.'),
    }),
  ),
  result: version(1, z.object({ privateKeyTagId: id('The tag that was changed.') })),
  policy: { resource: 'PRIVATE_KEY', action: 'UPDATE' },
  errors: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS'],
  example: {
    parameters: {
      privateKeyTagId: example.privateKeyTagId,
      newPrivateKeyTagName: 'Hot',
      addPrivateKeyIds: [example.privateKeyId],
      removePrivateKeyIds: [example.otherPrivateKeyId],
    },
    result: { privateKeyTagId: example.privateKeyTagId },
  },
});
