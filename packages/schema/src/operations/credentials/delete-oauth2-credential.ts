import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_oauth2_credential', {
  tag: 'Credentials',
  summary: 'Delete an OAuth 2.0 client',
  description: 'Deletes an OAuth 2.0 client and its sealed secret.',
  intent: version(1, z.strictObject({ oauth2CredentialId: id('The credential to delete.') })),
  result: version(1, z.object({ oauth2CredentialId: id('The credential that was deleted.') })),
  policy: { resource: 'AUTH', action: 'DELETE' },
  errors: ['OAUTH2_CREDENTIAL_NOT_FOUND'],
  example: {
    parameters: { oauth2CredentialId: example.oauth2CredentialId },
    result: { oauth2CredentialId: example.oauth2CredentialId },
  },
});
