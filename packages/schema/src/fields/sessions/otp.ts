import { z } from 'zod';
import { component, type Rule } from '../../component.ts';
import { boundedText, email, jwt, magicLink, nonEmptyText, phoneNumber } from '../../vocabulary.ts';
import type { OtpType } from './otp-type.ts';

/** Said of everything that init_otp takes for the words of a message. */
export const ofParent = 'If a user of a sub-organization submits the request, the value of the parent is used instead.';

export const EmailCustomizationParams = component(
  'EmailCustomizationParams',
  'Customization of the e-mail with a one-time passcode.',
  z.strictObject({
    logoUrl: boundedText(`An https URL of a logo. ${ofParent}`, 2048).optional(),
    magicLinkTemplate: magicLink(
      `A link for one-click sign-in, with %s or {{.OtpCode}} as the placeholder for the code. ${ofParent}`,
    ).optional(),
    templateVariables: nonEmptyText(
      'Accepted for compatibility; this service has one template without variables.',
    ).optional(),
    templateId: nonEmptyText('Accepted for compatibility; this service has one template.').optional(),
  }),
);

export const SmsCustomizationParams = component(
  'SmsCustomizationParams',
  'Customization of the text message with a one-time passcode.',
  z.strictObject({
    template: z
      .string()
      .max(512)
      .regex(/\{\{\.OtpCode\}\}/)
      .meta({
        description: `The text, with {{.OtpCode}} as the placeholder for the code. ${ofParent}`,
        examples: ['{{.OtpCode}} is your code for Acme.'],
      })
      .optional(),
  }),
);

const anEmail = email('');
const aPhoneNumber = phoneNumber('');

/** The contact is of the kind that the passcode is sent to. */
export const contactOfType: Rule<{ readonly otpType: z.output<typeof OtpType>; readonly contact: string }> = {
  error: 'REQUEST_INVALID',
  description:
    'The contact is an e-mail address for OTP_TYPE_EMAIL, and a phone number in E.164 form for OTP_TYPE_SMS.',
  path: 'contact',
  holds: ({ otpType, contact }) => (otpType === 'OTP_TYPE_EMAIL' ? anEmail : aPhoneNumber).safeParse(contact).success,
};

/** A verification token that a login takes. */
export const loginToken = () => jwt('Signed token with a unique ID, an expiry, the verification type and the contact.');
