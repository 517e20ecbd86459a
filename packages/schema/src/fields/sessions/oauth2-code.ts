import { z } from 'zod';
import * as example from '../../examples/index.ts';
import { boundedText, jwt } from '../../vocabulary.ts';

/** What every exchange of a code of an OAuth 2.0 provider asks for. */
export const oauth2CodeFields = {
  authCode: boundedText('Authorization code that the provider issued.', 4096, 'auth_code must be set'),
  redirectUri: boundedText('Redirect URI that the code was issued for.', 2048, 'redirect_uri must be set'),
  codeVerifier: boundedText(
    'Code verifier for the challenge that was sent to the provider (RFC 7636).',
    128,
    'code_verifier must be set',
  ),
  nonce: boundedText(
    'Nonce of the token. To log in with the token, use the SHA-256 of the public key: the lower-case hex digest of the lower-case hex text of the key.',
    255,
  ).meta({ examples: [example.oidcNonce] }),
};

/** What every exchange of a code answers with. */
export const oauth2CodeResult = z.object({
  oidcToken: jwt('OIDC token issued by this service, with the client ID as the audience.'),
});
