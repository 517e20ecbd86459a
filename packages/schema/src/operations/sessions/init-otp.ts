import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import {
  contactOfType,
  EmailCustomizationParams,
  ofParent,
  SmsCustomizationParams,
} from '../../fields/sessions/otp.ts';
import { OtpType } from '../../fields/sessions/otp-type.ts';
import { boundedText, contact, email, flag, id, label, nonEmptyText, passcodeLifetime } from '../../vocabulary.ts';

const otpId = () => id('The passcode.');

const InitOtpParameters = z.strictObject({
  otpType: OtpType,
  contact: contact('The e-mail address or phone number that the passcode is sent to.'),
  appName: label(`The name of the app, which the message tells. ${ofParent}`, 'Acme'),
  otpLength: z.int().min(6).max(9).describe('How many characters the code has, 6 to 9. Without it, 9.').optional(),
  emailCustomization: EmailCustomizationParams.optional(),
  smsCustomization: SmsCustomizationParams.optional(),
  userIdentifier: boundedText(
    'Whom the requests of the parent are counted for: at most three in three minutes. Without it, the contact. Requests of users of a sub-organization are counted without it.',
    256,
  ).optional(),
  sendFromEmailAddress: email(`The sender of the mail. The operator has to allow it. ${ofParent}`).optional(),
  alphanumeric: flag(
    'Whether the code has letters and digits (Crockford base32) instead of digits only. Without it, it has.',
  ).optional(),
  sendFromEmailSenderName: label(`The name of the sender of the mail. ${ofParent}`, 'Acme').optional(),
  expirationSeconds: passcodeLifetime('How long the code works, in seconds, at most 600. Without it, 300.').optional(),
  replyToEmailAddress: email(`Where answers to the mail go. ${ofParent}`).optional(),
});

export default defineActivity(
  'init_otp',
  {
    tag: 'Sessions',
    summary: 'Send a one-time passcode',
    description:
      'Sends a one-time passcode by e-mail or SMS. A top-level organization sends it to any contact, a sub-organization only to the contacts of its users; the answer is the same either way. Users of the parent may submit it in a sub-organization. If a user of a sub-organization submits it, the message has the words, the sender, the logo and the link of the parent, as its sign-up proxy is configured. Messages to one contact are counted over the parent and all its sub-organizations.',
    intent: version(3, InitOtpParameters),
    rules: [contactOfType],
    result: version(
      2,
      z.object({
        otpId: otpId(),
        otpEncryptionTargetBundle: nonEmptyText(
          'The key to encrypt the code and the key of the client to, signed by the service.',
        ),
      }),
    ),
    policy: { resource: 'OTP', action: 'CREATE' },
    errors: [
      'OTP_DISABLED',
      'EMAIL_SENDING_DISABLED',
      'SMS_SENDING_DISABLED',
      'EMAIL_SENDER_NOT_ALLOWED',
      'MAX_OTP_INITIATED',
    ],
    example: {
      parameters: { otpType: 'OTP_TYPE_EMAIL', contact: example.userEmail, appName: 'Acme' },
      result: { otpId: example.otpId, otpEncryptionTargetBundle: example.otpEncryptionTargetBundle },
    },
  },
  superseded(2, {
    change: 'Version 3 also returns the key to encrypt the code to.',
    parameters: InitOtpParameters,
    upgrade: (v2) => v2,
    result: version(1, z.object({ otpId: otpId() })),
    downgrade: ({ otpId }: { readonly otpId: string }) => ({ otpId }),
    example: { otpType: 'OTP_TYPE_SMS', contact: example.userPhoneNumber, appName: 'Acme' },
  }),
);
