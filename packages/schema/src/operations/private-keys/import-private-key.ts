import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import {
  addresses,
  addressFormats,
  formatsOfTheCurve,
  privateKeyName,
} from '../../fields/private-keys/private-key-params.ts';
import { Curve } from '../../fields/wallets/curve.ts';
import { id, nonEmptyText } from '../../vocabulary.ts';

export default defineActivity('import_private_key', {
  tag: 'Private keys',
  summary: 'Import a private key',
  description:
    'Imports a private key from the client. The 32 bytes of the key are encrypted to the import key that init_import_private_key created for the calling user. The import key works once and expires after an hour.',
  intent: version(
    1,
    z.strictObject({
      userId: id('The user who imports the private key; must be the calling user.'),
      privateKeyName: privateKeyName(),
      encryptedBundle: nonEmptyText('The private key, encrypted to the key of the import bundle.'),
      curve: Curve,
      addressFormats: addressFormats(),
    }),
  ),
  rules: [formatsOfTheCurve],
  result: version(1, z.object({ privateKeyId: id('The private key.'), addresses: addresses() })),
  policy: { resource: 'PRIVATE_KEY', action: 'IMPORT' },
  errors: [
    'INVALID_PRIVATE_KEY',
    'INVALID_IMPORT_BUNDLE',
    'IMPORT_NOT_PREPARED',
    'ALREADY_EXISTS',
    'RESOURCE_LIMIT_EXCEEDED',
  ],
  example: {
    parameters: {
      userId: example.userId,
      privateKeyName: example.privateKey.privateKeyName,
      encryptedBundle: example.encryptedPrivateKey,
      curve: example.privateKey.curve,
      addressFormats: example.privateKey.addressFormats,
    },
    result: { privateKeyId: example.privateKeyId, addresses: [example.privateKeyAddress] },
  },
});
