import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { ClientSignature } from '../../fields/sessions/client-signature.ts';
import { loginFields, loginResult } from '../../fields/sessions/login.ts';
import { jwt } from '../../vocabulary.ts';

export default defineActivity('otp_login', {
  tag: 'Sessions',
  summary: 'Log in with a one-time passcode',
  description:
    'Starts a session for the owner of a verified e-mail address or phone number. Requests are then stamped with the session key; the session token describes the session but does not authenticate.',
  intent: version(
    2,
    z.strictObject({
      verificationToken: jwt('Signed token with a unique ID, an expiry, the verification type and the contact.'),
      clientSignature: ClientSignature,
      ...loginFields,
    }),
  ),
  result: version(1, loginResult),
  policy: { resource: 'AUTH', action: 'CREATE' },
  errors: [
    'INVALID_PUBLIC_KEY',
    'INVALID_CLIENT_SIGNATURE',
    'INVALID_VERIFICATION_TOKEN',
    'RESOURCE_NOT_FOUND',
    'SESSION_PROFILE_NOT_FOUND',
  ],
  example: {
    parameters: {
      verificationToken: example.verificationToken,
      publicKey: example.sessionPublicKey,
      clientSignature: example.loginSignature,
      expirationSeconds: '900',
    },
    result: { session: example.session },
  },
});
