import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { ClientSignature } from '../../fields/sessions/client-signature.ts';
import { flag, id, jwt, p256PublicKey, seconds } from '../../vocabulary.ts';

export default defineActivity('otp_login', {
  tag: 'Sessions',
  summary: 'Log in with a one-time passcode',
  description:
    'Starts a session for the owner of a verified e-mail address or phone number. Requests are then stamped with the session key; the session token describes the session but does not authenticate.',
  intent: version(
    2,
    z.strictObject({
      verificationToken: jwt('Signed token with a unique ID, an expiry, the verification type and the contact.'),
      publicKey: p256PublicKey('Public key of the client, which becomes the session key.'),
      clientSignature: ClientSignature,
      expirationSeconds: seconds('How long the session lives, in seconds. Without it, 900 (15 minutes).').optional(),
      invalidateExisting: flag('Whether to end the other login sessions of the user.').optional(),
      sessionProfileId: id('The session profile to use. Without it, the session may read and write.').optional(),
    }),
  ),
  result: version(
    1,
    z.object({
      session: jwt(
        'Signed token with the expiry, public key, session type, user ID and organization ID of the session.',
      ),
    }),
  ),
  policy: { resource: 'AUTH', action: 'CREATE' },
  errors: ['INVALID_PUBLIC_KEY', 'INVALID_CLIENT_SIGNATURE', 'INVALID_VERIFICATION_TOKEN', 'RESOURCE_NOT_FOUND'],
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
