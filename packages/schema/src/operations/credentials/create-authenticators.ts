import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { AuthenticatorParams } from '../../fields/credentials/authenticator.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('create_authenticators', {
  tag: 'Credentials',
  summary: 'Create authenticators',
  description: 'Registers passkeys that stamp requests as the user.',
  intent: version(
    2,
    z.strictObject({
      authenticators: z.array(AuthenticatorParams).describe('The passkeys to register.'),
      userId: id('The user that the passkeys act for.'),
    }),
  ),
  result: version(
    1,
    z.object({
      authenticatorIds: z.array(id('A passkey.')).describe('IDs of the passkeys, in the order of the request.'),
    }),
  ),
  policy: { resource: 'CREDENTIAL', action: 'CREATE' },
  errors: [
    'INVALID_ATTESTATION',
    'RESOURCE_NOT_FOUND',
    'ALREADY_EXISTS',
    'RESOURCE_LIMIT_EXCEEDED',
    'AUTH_PROXY_USER_PROTECTED',
  ],
  example: {
    parameters: { authenticators: [example.authenticator], userId: example.userId },
    result: { authenticatorIds: [example.authenticatorRecord.authenticatorId] },
  },
});
