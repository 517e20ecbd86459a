import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Oauth2Credential } from '../../fields/credentials/oauth2-credential.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_oauth2_credential', {
  tag: 'Credentials',
  summary: 'Get an OAuth 2.0 client',
  description: 'Returns an OAuth 2.0 client. Its secret is returned sealed, as submitted.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the credential belongs to.'),
    oauth2CredentialId: id('The credential to get.'),
  }),
  response: z.object({ oauth2Credential: Oauth2Credential }),
  errors: ['OAUTH2_CREDENTIAL_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, oauth2CredentialId: example.oauth2CredentialId },
    response: { oauth2Credential: example.oauth2CredentialRecord },
  },
});
