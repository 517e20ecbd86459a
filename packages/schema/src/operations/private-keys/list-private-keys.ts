import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { PrivateKey } from '../../fields/private-keys/private-key.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_private_keys', {
  tag: 'Private keys',
  summary: 'List private keys',
  description:
    'Lists the standalone private keys of the organization: what is known of them, never the keys themselves.',
  request: z.strictObject({ organizationId: organizationId('The organization that owns the keys.') }),
  response: z.object({ privateKeys: z.array(PrivateKey).describe('The private keys.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: {
      privateKeys: [
        {
          privateKeyId: '7b3e1d95-0c4a-4f28-a6d9-52e8f7b0c341',
          publicKey: '0294fb83a2f1085aac5dd23b59730b6963ec6f63f756208bda57c53fa2fcd0a502',
          privateKeyName: 'Payout key',
          curve: 'CURVE_SECP256K1',
          addresses: [{ format: 'ADDRESS_FORMAT_ETHEREUM', address: '0xe5bF6Bc97EE4bf631b72b90F52638B7AB4390A9a' }],
          privateKeyTags: ['2e9f6c08-d1b7-4a53-8e40-b7c5a3f1d692'],
          createdAt: example.timestamp,
          updatedAt: example.timestamp,
          exported: false,
          imported: false,
        },
      ],
    },
  },
});
