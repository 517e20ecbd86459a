import { z } from 'zod';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { Oauth2Provider } from '../../fields/credentials/oauth2-provider.ts';
import { oauth2CodeFields, oauth2CodeResult } from '../../fields/sessions/oauth2-code.ts';
import { boundedText } from '../../vocabulary.ts';

export default defineProxy('proxy_oauth2_authenticate', {
  tag: 'Sign-up',
  summary: 'Authenticate with OAuth 2.0 through the proxy',
  description:
    'Exchanges the authorization code of an OAuth 2.0 provider with PKCE for an OIDC token issued by this service. The organization must have stored the client with create_oauth2_credential.',
  request: z.strictObject({
    provider: Oauth2Provider,
    ...oauth2CodeFields,
    clientId: boundedText('Client ID of the application at the provider.', 512, 'client_id must be set'),
  }),
  response: oauth2CodeResult,
  errors: [
    'AUTH_METHOD_NOT_ALLOWED',
    'OAUTH2_CREDENTIAL_NOT_FOUND',
    'OAUTH2_PROVIDER_NOT_CONFIGURED',
    'OAUTH2_AUTHENTICATION_FAILED',
    'INVALID_CLIENT_SECRET',
  ],
  example: {
    request: {
      provider: 'OAUTH2_PROVIDER_ALPHA',
      ...example.oauth2Code,
      clientId: 'mintmark-demo',
    },
    response: { oidcToken: example.oidcToken },
  },
});
