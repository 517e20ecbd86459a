import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { loginFields, loginResult } from '../../fields/sessions/login.ts';

export default defineActivity('stamp_login', {
  tag: 'Sessions',
  summary: 'Log in with a stamp',
  description:
    'Starts a session for the user who stamps the request with an API key or a passkey, or who proves a contact or an identity with an attested stamp. organizationId may be the parent of the sub-organization of the user.',
  intent: version(1, z.strictObject(loginFields)),
  result: version(1, loginResult),
  policy: { resource: 'AUTH', action: 'CREATE' },
  errors: [
    'INVALID_PUBLIC_KEY',
    'INVALID_VERIFICATION_TOKEN',
    'INVALID_OIDC_TOKEN',
    'OTP_DISABLED',
    'AMBIGUOUS_CONTACT',
    'ALREADY_EXISTS',
    'SESSION_PROFILE_NOT_FOUND',
    'SESSION_PROFILE_REQUIRED',
  ],
  example: {
    parameters: { publicKey: example.sessionPublicKey, expirationSeconds: '900' },
    result: { session: example.session },
  },
});
