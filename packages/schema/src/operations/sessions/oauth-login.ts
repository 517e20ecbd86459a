import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { oidcToken } from '../../fields/credentials/oauth-provider.ts';
import { loginFields, loginResult } from '../../fields/sessions/login.ts';

export default defineActivity('oauth_login', {
  tag: 'Sessions',
  summary: 'Log in with an OIDC token',
  description:
    'Starts a session for the user who is linked to the identity of an OIDC token. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: the lower-case hex digest of the lower-case hex text of the key. A user of the parent organization may log in users of a sub-organization.',
  intent: version(1, z.strictObject({ oidcToken: oidcToken(), ...loginFields })),
  result: version(1, loginResult),
  policy: { resource: 'AUTH', action: 'CREATE' },
  errors: [
    'INVALID_OIDC_TOKEN',
    'INVALID_PUBLIC_KEY',
    'RESOURCE_NOT_FOUND',
    'ALREADY_EXISTS',
    'SESSION_PROFILE_NOT_FOUND',
    'SESSION_PROFILE_REQUIRED',
  ],
  example: {
    parameters: {
      oidcToken: example.oidcToken,
      publicKey: example.sessionPublicKey,
      expirationSeconds: '900',
    },
    result: { session: example.session },
  },
});
