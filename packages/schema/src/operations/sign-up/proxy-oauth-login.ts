import { z } from 'zod';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { oidcToken } from '../../fields/credentials/oauth-provider.ts';
import { loginResult } from '../../fields/sessions/login.ts';
import { proxyLoginFields } from '../../fields/sign-up/proxy-login.ts';

export default defineProxy('proxy_oauth_login', {
  tag: 'Sign-up',
  summary: 'Log in with an OIDC token through the proxy',
  description:
    'Starts a session for the user who is linked to the identity of an OIDC token. The nonce of the token, or its tknonce, must be the SHA-256 of publicKey: the lower-case hex digest of the lower-case hex text of the key. The configuration determines the lifetime of the session.',
  request: z.strictObject({ oidcToken: oidcToken(), ...proxyLoginFields }),
  response: loginResult,
  errors: [
    'AUTH_METHOD_NOT_ALLOWED',
    'INVALID_OIDC_TOKEN',
    'INVALID_PUBLIC_KEY',
    'RESOURCE_NOT_FOUND',
    'CREDENTIAL_CONFLICT',
    'ALREADY_EXISTS',
  ],
  example: {
    request: { oidcToken: example.oidcToken, publicKey: example.sessionPublicKey },
    response: { session: example.session },
  },
});
