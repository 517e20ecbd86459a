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
    'Sends a one-time passcode by e-mail or SMS. The configuration determines its length, its lifetime and the message. The response is the same whether or not a user has the contact. A request may have an X-Stamp header from any API key, even an expired one, of the user who has verified the contact: it then has separate limits, which strangers cannot exhaust.',
  request: z.strictObject({
    otpType: OtpType,
    contact: contact('The e-mail address or phone number that the passcode is sent to.'),
    emailCustomization: ProxyEmailCustomization.optional(),
  }),
  rules: [contactOfType],
  response: z.object({
    otpId: id('The passcode.'),
    otpEncryptionTargetBundle: nonEmptyText(
      'The key that the client encrypts the code and its own public key to, signed by the service.',
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
