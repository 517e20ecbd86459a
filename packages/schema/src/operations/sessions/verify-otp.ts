import { z } from 'zod';
import { defineActivity, needsServer, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { VerifyOtpParametersV1 } from '../../fields/sessions/older-logins.ts';
import { id, jwt, nonEmptyText, tokenLifetime } from '../../vocabulary.ts';

export default defineActivity(
  'verify_otp',
  {
    tag: 'Sessions',
    summary: 'Verify a one-time passcode',
    description:
      'Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code allows three attempts.',
    intent: version(
      2,
      z.strictObject({
        otpId: id('The passcode.'),
        encryptedOtpBundle: nonEmptyText(
          'The code and the public key of the client, encrypted to the target key from init_otp.',
        ),
        expirationSeconds: tokenLifetime(
          'Lifetime of the token in seconds, at most 86400. Defaults to 3600 (one hour).',
        ).optional(),
      }),
    ),
    result: version(
      1,
      z.object({
        verificationToken: jwt('Signed token with a unique ID, an expiry, the verification type and the contact.'),
      }),
    ),
    policy: { resource: 'OTP', action: 'VERIFY' },
    errors: ['INVALID_OTP_CODE', 'INVALID_OTP_BUNDLE', 'INVALID_PUBLIC_KEY', 'ACTIVITY_TYPE_DISABLED'],
    example: {
      parameters: { otpId: example.otpId, encryptedOtpBundle: example.encryptedOtpBundle },
      result: { verificationToken: example.verificationToken },
    },
  },
  superseded(1, {
    change: 'Version 2 takes the code and the key in encrypted form.',
    parameters: VerifyOtpParametersV1,
    upgrade: needsServer(
      'Only the server can open what version 2 encrypts, and only it knows whether version 1 is enabled.',
    ),
    example: { otpId: example.otpId, otpCode: 'K7M2PX9QT', publicKey: example.sessionPublicKey },
  }),
);
