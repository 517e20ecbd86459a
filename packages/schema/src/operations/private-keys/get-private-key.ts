import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PrivateKey } from '../../fields/private-keys/private-key.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_private_key', {
  tag: 'Private keys',
  summary: 'Get a private key',
  description: 'Returns the metadata of one standalone private key of the organization, never the key itself.',
  request: z.strictObject({
    organizationId: organizationId('The organization that owns the key.'),
    privateKeyId: id('The private key.'),
  }),
  response: z.object({ privateKey: PrivateKey }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, privateKeyId: example.privateKeyId },
    response: { privateKey: example.privateKeyRecord },
  },
});
