import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { oauth2ClientFields } from '../../fields/credentials/oauth2-credential.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('create_oauth2_credential', {
  tag: 'Credentials',
  summary: 'Store an OAuth 2.0 client',
  description:
    'Stores the client ID and the sealed client secret of an OAuth 2.0 provider. Only a parent organization can have OAuth 2.0 clients.',
  intent: version(1, z.strictObject(oauth2ClientFields)),
  result: version(1, z.object({ oauth2CredentialId: id('The stored credential.') })),
  policy: { resource: 'AUTH', action: 'CREATE' },
  errors: ['INVALID_CLIENT_SECRET', 'INVALID_ACTIVITY_CALLER', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: example.oauth2Client,
    result: { oauth2CredentialId: example.oauth2CredentialId },
  },
});
