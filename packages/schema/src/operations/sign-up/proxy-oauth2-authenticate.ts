import { z } from 'zod';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { Oauth2Provider } from '../../fields/credentials/oauth2-provider.ts';
import { boundedText, jwt } from '../../vocabulary.ts';

export default defineProxy('proxy_oauth2_authenticate', {
  tag: 'Sign-up',
  summary: 'Authenticate with OAuth 2.0 through the proxy',
  description:
    'Exchanges the code of an OAuth 2.0 provider with PKCE for an OIDC token of this service. The organization must have stored the client with create_oauth2_credential.',
  request: z.strictObject({
    provider: Oauth2Provider,
    authCode: boundedText('Code that the provider issued.', 4096, 'auth_code must be set'),
    redirectUri: boundedText('Redirect URI that the code was issued for.', 2048, 'redirect_uri must be set'),
    codeVerifier: boundedText(
      'Code verifier whose challenge the provider was given (RFC 7636).',
      128,
      'code_verifier must be set',
    ),
    nonce: boundedText(
      'Nonce of the token. To log in with the token, the SHA-256 of the public key: lower-case hex of the hash of the lower-case hex text.',
      255,
    ).meta({ examples: [example.oidcNonce] }),
    clientId: boundedText('Client ID of the application at the provider.', 512, 'client_id must be set'),
  }),
  response: z.object({
    oidcToken: jwt('OIDC token of this service: the issuer is the service, the audience the client ID.'),
  }),
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
      authCode: 'SplxlOBeZQQYbYS6WxSbIA',
      redirectUri: 'https://app.example.com/signed-in',
      codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      nonce: example.oidcNonce,
      clientId: 'mintmark-demo',
    },
    response: { oidcToken: example.oidcToken },
  },
});
