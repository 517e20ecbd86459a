import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { PrivateKeyParams, PrivateKeyResult } from '../../fields/private-keys/private-key-params.ts';
import { id } from '../../vocabulary.ts';

const parameters = () =>
  z.strictObject({
    privateKeys: z.array(PrivateKeyParams).min(1).max(100).describe('The private keys to create.'),
  });

export default defineActivity(
  'create_private_keys',
  {
    tag: 'Private keys',
    summary: 'Create private keys',
    description:
      'Creates standalone private keys. Either all of them are created or none. No two private keys of an organization have the same name.',
    intent: version(2, parameters()),
    result: version(
      2,
      z.object({
        privateKeys: z.array(PrivateKeyResult).describe('The created private keys, in the order of the request.'),
      }),
    ),
    policy: { resource: 'PRIVATE_KEY', action: 'CREATE' },
    errors: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
    example: {
      parameters: { privateKeys: [example.privateKey] },
      result: { privateKeys: [{ privateKeyId: example.privateKeyId, addresses: [example.privateKeyAddress] }] },
    },
  },
  superseded(1, {
    change: 'Version 2 also returns the addresses of the private keys.',
    parameters: parameters(),
    upgrade: (v1) => v1,
    result: version(
      1,
      z.object({
        privateKeyIds: z.array(id('A private key.')).describe('The created private keys, in the order of the request.'),
      }),
    ),
    downgrade: ({ privateKeys }: { readonly privateKeys: readonly z.output<typeof PrivateKeyResult>[] }) => ({
      privateKeyIds: privateKeys.map(({ privateKeyId }) => privateKeyId),
    }),
    example: { privateKeys: [example.privateKey] },
  }),
);
