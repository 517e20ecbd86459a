import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { oauth2ClientFields } from '../../fields/credentials/oauth2-credential.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('update_oauth2_credential', {
  tag: 'Credentials',
  summary: 'Replace an OAuth 2.0 client',
  description: 'Replaces everything that is stored about an OAuth 2.0 client. Its ID stays the same.',
  intent: version(1, z.strictObject({ oauth2CredentialId: id('The credential to replace.'), ...oauth2ClientFields })),
  result: version(1, z.object({ oauth2CredentialId: id('The credential.') })),
  policy: { resource: 'AUTH', action: 'UPDATE' },
  errors: ['INVALID_CLIENT_SECRET', 'OAUTH2_CREDENTIAL_NOT_FOUND', 'ALREADY_EXISTS'],
  example: {
    parameters: { oauth2CredentialId: example.oauth2CredentialId, ...example.oauth2Client },
    result: { oauth2CredentialId: example.oauth2CredentialId },
  },
});
