import { z } from 'zod';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { id, jwt, nonEmptyText } from '../../vocabulary.ts';

export default defineProxy('otp_verify_v2', {
  tag: 'Sign-up',
  summary: 'Verify a one-time passcode through the proxy',
  description:
    'Exchanges a one-time passcode for a verification token, which proves the contact once and works only with the key of the client. A code allows three attempts.',
  request: z.strictObject({
    otpId: id('The passcode.'),
    encryptedOtpBundle: nonEmptyText(
      'The code and the public key of the client, encrypted to the target key from otp_init_v2.',
    ),
  }),
  response: z.object({
    verificationToken: jwt('Signed token with a unique ID, an expiry, the verification type and the contact.'),
  }),
  errors: ['INVALID_OTP_CODE', 'INVALID_OTP_BUNDLE'],
  example: {
    request: { otpId: example.otpId, encryptedOtpBundle: example.encryptedOtpBundle },
    response: { verificationToken: example.verificationToken },
  },
});
