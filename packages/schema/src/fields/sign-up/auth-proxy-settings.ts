import { z } from 'zod';
import { component } from '../../component.ts';
import {
  email,
  emailOrEmpty,
  flag,
  id,
  labelOrEmpty,
  nonEmptyText,
  storedLabel,
  storedLabelOrEmpty,
  text,
} from '../../vocabulary.ts';

export const AuthMethod = component(
  'AuthMethod',
  'A sign-in method: an API key that does not expire, a passkey, a one-time passcode by e-mail or by SMS, or a linked OpenID Connect identity.',
  z.enum(['AUTH_METHOD_API_KEY', 'AUTH_METHOD_PASSKEY', 'AUTH_METHOD_EMAIL', 'AUTH_METHOD_SMS', 'AUTH_METHOD_OAUTH']),
);

const wholeSeconds = (description: string, { max, example }: { readonly max: number; readonly example: number }) =>
  z
    .int()
    .min(1)
    .max(max)
    .meta({ description, examples: [example] });

const day = 24 * 60 * 60;

/** Exactly what a browser sends as Origin: scheme, host in lower case and, unless it is the usual one, a port. */
const origin = z
  .string()
  .max(512)
  .regex(/^(?:\*|https?:\/\/(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?)$/)
  .meta({
    description: 'A web origin, exactly as browsers send it, or * for any.',
    examples: ['https://app.example.com'],
  });

const appName = (spelled: typeof labelOrEmpty) =>
  spelled('Name of the application. Defaults to the name of the organization.', 'Acme');

const emailCustomization = {
  appName: appName(labelOrEmpty).optional(),
  logoUrl: text('An https URL of a logo.').max(2048).optional(),
  magicLinkTemplate: text('A link for one-click sign-in, with %s as the placeholder for the code.')
    .max(2048)
    .optional(),
};

const smsCustomization = {
  template: text('The text, with {{.OtpCode}} as the placeholder for the code.').max(1024).optional(),
};

const emailWords = 'Customization of e-mails with passcodes. Empty or absent texts are not used.';
const smsWords = 'Customization of text messages with passcodes. Empty or absent texts are not used.';

export const AuthProxyEmailParams = component('AuthProxyEmailParams', emailWords, z.strictObject(emailCustomization));
export const AuthProxySmsParams = component('AuthProxySmsParams', smsWords, z.strictObject(smsCustomization));
export const AuthProxyEmail = component(
  'AuthProxyEmail',
  emailWords,
  z.object({ ...emailCustomization, appName: appName(storedLabelOrEmpty).optional() }),
);
export const AuthProxySms = component('AuthProxySms', smsWords, z.object(smsCustomization));

/** The settings that a proxy always has. */
const settings = {
  allowedOrigins: z.array(origin).max(100).describe('The web origins whose pages may use the proxy.'),
  allowedAuthMethods: z.array(AuthMethod).describe('The sign-in methods that the proxy supports.'),
  allowedIssuers: z
    .array(nonEmptyText('An issuer of OpenID Connect tokens, as in the iss claim, or * for any.').max(512))
    .max(100)
    .describe('The issuers whose tokens the proxy accepts, among those that the server accepts.'),
  otpLength: z
    .int()
    .min(6)
    .max(9)
    .meta({ description: 'Number of characters in a one-time passcode.', examples: [9] }),
  otpAlphanumeric: flag('Whether one-time passcodes contain letters as well as digits.'),
  otpExpirationSeconds: wholeSeconds('Lifetime of a one-time passcode, in seconds.', { max: 600, example: 300 }),
  verificationTokenExpirationSeconds: wholeSeconds('Lifetime of a verification token, in seconds.', {
    max: day,
    example: 3600,
  }),
  sessionExpirationSeconds: wholeSeconds('Lifetime of a session, in seconds.', { max: 30 * day, example: 900 }),
  verificationTokenRequiredForGetAccountPii: flag(
    'Whether finding an account by e-mail address or phone number requires a verification token for that contact.',
  ),
};

/** The settings that a request changes. */
export const changedSettings = z.strictObject({
  ...z.object(settings).partial().shape,
  sendFromEmailAddress: emailOrEmpty('Sender address of e-mails; empty for the address of the server.').optional(),
  sendFromEmailSenderName: labelOrEmpty('Sender name of e-mails; empty for none.', 'Acme').optional(),
  replyToEmailAddress: emailOrEmpty('Reply-to address of e-mails; empty for none.').optional(),
  emailCustomizationParams: AuthProxyEmailParams.optional(),
  smsCustomizationParams: AuthProxySmsParams.optional(),
});

export const AuthProxyConfig = component(
  'AuthProxyConfig',
  'The sign-up proxy of an organization and its settings.',
  z.object({
    configId: id('The configuration. Clients send this ID in X-Auth-Proxy-Config-Id.'),
    userId: id('The user that the proxy acts as.'),
    ...settings,
    sendFromEmailAddress: email('Sender address of e-mails.').optional(),
    sendFromEmailSenderName: storedLabel('Sender name of e-mails.', 'Acme').optional(),
    replyToEmailAddress: email('Reply-to address of e-mails.').optional(),
    emailCustomizationParams: AuthProxyEmail.optional(),
    smsCustomizationParams: AuthProxySms.optional(),
  }),
);
