import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, label } from '../../vocabulary.ts';

export default defineActivity('create_private_key_tag', {
  tag: 'Private keys',
  summary: 'Create a private key tag',
  description:
    'Creates a tag and puts it on private keys. No two private key tags of an organization have the same name.',
  intent: version(
    1,
    z.strictObject({
      privateKeyTagName: label('Human-readable name of the tag.', 'Hot'),
      privateKeyIds: z.array(id('A private key.')).describe('The private keys to put the tag on; may be empty.'),
    }),
  ),
  result: version(
    1,
    z.object({
      privateKeyTagId: id('The tag.'),
      privateKeyIds: z.array(id('A private key.')).describe('The private keys that have the tag now.'),
    }),
  ),
  policy: { resource: 'PRIVATE_KEY', action: 'CREATE' },
  errors: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: { privateKeyTagName: 'Hot', privateKeyIds: [example.privateKeyId] },
    result: { privateKeyTagId: example.privateKeyTagId, privateKeyIds: [example.privateKeyId] },
  },
});
