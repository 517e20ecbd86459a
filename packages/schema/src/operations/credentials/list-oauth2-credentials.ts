import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Oauth2Credential } from '../../fields/credentials/oauth2-credential.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_oauth2_credentials', {
  tag: 'Credentials',
  summary: 'List OAuth 2.0 clients',
  description:
    'Lists the OAuth 2.0 clients of the organization, newest first. Their secrets are returned sealed, as submitted.',
  request: z.strictObject({ organizationId: organizationId('The organization that the credentials belong to.') }),
  response: z.object({ oauth2Credentials: z.array(Oauth2Credential).describe('The clients.') }),
  errors: [],
  example: {
    request: { organizationId: example.organizationId },
    response: { oauth2Credentials: [example.oauth2CredentialRecord] },
  },
});
