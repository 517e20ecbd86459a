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
  appName: label(`Name of the app, shown in the message. ${ofParent}`, 'Acme'),
  otpLength: z.int().min(6).max(9).describe('Number of characters in the code, 6 to 9. Defaults to 9.').optional(),
  emailCustomization: EmailCustomizationParams.optional(),
  smsCustomization: SmsCustomizationParams.optional(),
  userIdentifier: boundedText(
    'Identifier by which requests of the parent are counted: at most three in three minutes. Defaults to the contact. Ignored for requests of users of a sub-organization.',
    256,
  ).optional(),
  sendFromEmailAddress: email(`Sender address of the e-mail. The operator must allow it. ${ofParent}`).optional(),
  alphanumeric: flag(
    'Whether the code has letters and digits (Crockford base32) instead of digits only. Defaults to true.',
  ).optional(),
  sendFromEmailSenderName: label(`Sender name of the e-mail. ${ofParent}`, 'Acme').optional(),
  expirationSeconds: passcodeLifetime('Lifetime of the code in seconds, at most 600. Defaults to 300.').optional(),
  replyToEmailAddress: email(`Reply-to address of the e-mail. ${ofParent}`).optional(),
});

export default defineActivity(
  'init_otp',
  {
    tag: 'Sessions',
    summary: 'Send a one-time passcode',
    description:
      'Sends a one-time passcode by e-mail or SMS. A top-level organization sends it to any contact, a sub-organization only to the contacts of its users; the response is the same either way. Users of the parent may submit the request in a sub-organization. If a user of a sub-organization submits it, the message has the text, the sender, the logo and the link of the parent, as configured in its sign-up proxy. Messages to one contact are counted across the parent and all its sub-organizations.',
    intent: version(3, InitOtpParameters),
    rules: [contactOfType],
    result: version(
      2,
      z.object({
        otpId: otpId(),
        otpEncryptionTargetBundle: nonEmptyText(
          'The key that the client encrypts the code and its own public key to, signed by the service.',
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
