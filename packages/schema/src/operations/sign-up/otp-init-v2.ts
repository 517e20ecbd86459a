import { z } from 'zod';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { contactOfType } from '../../fields/sessions/otp.ts';
import { OtpType } from '../../fields/sessions/otp-type.ts';
import { ProxyEmailCustomization } from '../../fields/sign-up/proxy-email-customization.ts';
import { contact, id, nonEmptyText } from '../../vocabulary.ts';

export default defineProxy('otp_init_v2', {
  tag: 'Sign-up',
  summary: 'Send a one-time passcode through the proxy',
  description:
    'Sends a one-time passcode by e-mail or SMS. Its length, its lifetime and the message are those of the configuration. The answer is the same whether somebody has the contact or not. A request may have an X-Stamp header, by any API key of the user who has verified the contact, also one that has expired: it then has limits of its own, which strangers do not use up.',
  request: z.strictObject({
    otpType: OtpType,
    contact: contact('The e-mail address or phone number that the passcode is sent to.'),
    emailCustomization: ProxyEmailCustomization.optional(),
  }),
  rules: [contactOfType],
  response: z.object({
    otpId: id('The passcode.'),
    otpEncryptionTargetBundle: nonEmptyText(
      'The key to encrypt the code and the key of the client to, signed by the service.',
    ),
  }),
  errors: [
    'AUTH_METHOD_NOT_ALLOWED',
    'OTP_DISABLED',
    'EMAIL_SENDING_DISABLED',
    'SMS_SENDING_DISABLED',
    'EMAIL_SENDER_NOT_ALLOWED',
    'MAX_OTP_INITIATED',
    'SIGNATURE_INVALID',
  ],
  example: {
    request: { otpType: 'OTP_TYPE_EMAIL', contact: example.userEmail },
    response: { otpId: example.otpId, otpEncryptionTargetBundle: example.otpEncryptionTargetBundle },
  },
});
