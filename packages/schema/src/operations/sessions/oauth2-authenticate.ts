import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { boundedText, jwt, oauth2CredentialId } from '../../vocabulary.ts';

export default defineActivity('oauth2_authenticate', {
  tag: 'Sessions',
  summary: 'Authenticate with OAuth 2.0',
  description:
    'Exchanges the code of an OAuth 2.0 provider with PKCE, and asks the provider who the user is. The answer is an OIDC token of this service for that user. It can be used wherever an OIDC token is expected, for ten minutes. If the provider refuses, the activity fails with OAUTH2_AUTHENTICATION_FAILED.',
  intent: version(
    1,
    z.strictObject({
      oauth2CredentialId: oauth2CredentialId('The client at the provider.'),
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
    }),
  ),
  result: version(
    1,
    z.object({ oidcToken: jwt('OIDC token of this service: the issuer is the service, the audience the client ID.') }),
  ),
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
      authCode: 'SplxlOBeZQQYbYS6WxSbIA',
      redirectUri: 'https://app.example.com/signed-in',
      codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      nonce: example.oidcNonce,
    },
    result: { oidcToken: example.oidcToken },
  },
});
