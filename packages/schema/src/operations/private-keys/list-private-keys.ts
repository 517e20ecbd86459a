import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PrivateKey } from '../../fields/private-keys/private-key.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_private_keys', {
  tag: 'Private keys',
  summary: 'List private keys',
  description: 'Lists the metadata of the standalone private keys of the organization, never the keys themselves.',
  request: z.strictObject({ organizationId: organizationId('The organization that owns the keys.') }),
  response: z.object({ privateKeys: z.array(PrivateKey).describe('The private keys.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: {
      privateKeys: [example.privateKeyRecord],
    },
  },
});
