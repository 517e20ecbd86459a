import { z } from 'zod';
import { defineActivity, needsServer, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { ClientSignature } from '../../fields/sessions/client-signature.ts';
import { loginFields, loginResult } from '../../fields/sessions/login.ts';
import { OtpLoginParametersV1 } from '../../fields/sessions/older-logins.ts';
import { loginToken } from '../../fields/sessions/otp.ts';

const { publicKey, ...session } = loginFields;

export default defineActivity(
  'otp_login',
  {
    tag: 'Sessions',
    summary: 'Log in with a one-time passcode',
    description:
      'Starts a session for the owner of a verified e-mail address or phone number. Requests are then stamped with the session key; the session token describes the session but does not authenticate.',
    intent: version(
      2,
      z.strictObject({
        verificationToken: loginToken(),
        publicKey,
        clientSignature: ClientSignature,
        ...session,
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
      'SESSION_PROFILE_REQUIRED',
      'AMBIGUOUS_CONTACT',
      'OTP_DISABLED',
      'ALREADY_EXISTS',
      'ACTIVITY_TYPE_DISABLED',
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
  },
  superseded(1, {
    change: 'Version 2 requires the client signature.',
    parameters: OtpLoginParametersV1,
    upgrade: needsServer('A signature cannot be made up, and only the server knows whether version 1 is enabled.'),
    example: { verificationToken: example.verificationToken, publicKey: example.sessionPublicKey },
  }),
);
