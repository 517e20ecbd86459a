import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { oauth2CodeFields, oauth2CodeResult } from '../../fields/sessions/oauth2-code.ts';
import { oauth2CredentialId } from '../../vocabulary.ts';

export default defineActivity('oauth2_authenticate', {
  tag: 'Sessions',
  summary: 'Authenticate with OAuth 2.0',
  description:
    'Exchanges the authorization code of an OAuth 2.0 provider with PKCE, and gets the identity of the user from the provider. The result is an OIDC token that this service issues for that user. It can be used wherever an OIDC token is expected, for ten minutes. If the provider refuses, the activity fails with OAUTH2_AUTHENTICATION_FAILED.',
  intent: version(
    1,
    z.strictObject({
      oauth2CredentialId: oauth2CredentialId('The OAuth 2.0 client.'),
      ...oauth2CodeFields,
    }),
  ),
  result: version(1, oauth2CodeResult),
  policy: { resource: 'AUTH', action: 'CREATE' },
  errors: [
    'OAUTH2_CREDENTIAL_NOT_FOUND',
    'OAUTH2_PROVIDER_NOT_CONFIGURED',
    'OAUTH2_AUTHENTICATION_FAILED',
    'INVALID_CLIENT_SECRET',
  ],
  example: {
    parameters: {
      oauth2CredentialId: example.oauth2CredentialId,
      ...example.oauth2Code,
    },
    result: { oidcToken: example.oidcToken },
  },
});
