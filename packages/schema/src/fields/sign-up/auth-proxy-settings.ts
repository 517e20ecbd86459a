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
  'A way to sign in: an API key that does not expire, a passkey, a one-time passcode by e-mail or by SMS, or a linked OpenID Connect identity.',
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
  spelled('The name of the application. Without it, the name of the organization.', 'Acme');

const emailCustomization = {
  appName: appName(labelOrEmpty).optional(),
  logoUrl: text('An https address of a logo.').max(2048).optional(),
  magicLinkTemplate: text('A link that signs in with one click, with %s in the place of the code.')
    .max(2048)
    .optional(),
};

const smsCustomization = {
  template: text('The text, with {{.OtpCode}} in the place of the code.').max(1024).optional(),
};

const emailWords = 'What e-mails with passcodes look like. A text that is empty or left out is not used.';
const smsWords = 'What text messages with passcodes say. A text that is empty or left out is not used.';

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
  allowedAuthMethods: z.array(AuthMethod).describe('The ways to sign in that the proxy takes part in.'),
  allowedIssuers: z
    .array(nonEmptyText('The issuer of OpenID Connect tokens, as in their claim iss, or * for any.').max(512))
    .max(100)
    .describe('The issuers whose tokens the proxy takes, among those that the server takes.'),
  otpLength: z
    .int()
    .min(6)
    .max(9)
    .meta({ description: 'The number of characters of a one-time passcode.', examples: [9] }),
  otpAlphanumeric: flag('Whether one-time passcodes have letters as well as digits.'),
  otpExpirationSeconds: wholeSeconds('How long a one-time passcode is valid.', { max: 600, example: 300 }),
  verificationTokenExpirationSeconds: wholeSeconds('How long a verification token is valid.', {
    max: day,
    example: 3600,
  }),
  sessionExpirationSeconds: wholeSeconds('How long a session lives.', { max: 30 * day, example: 900 }),
  verificationTokenRequiredForGetAccountPii: flag(
    'Whether an account is found by e-mail address or phone number only with a verification token for that contact.',
  ),
};

/** The settings that a request changes. */
export const changedSettings = z.strictObject({
  ...z.object(settings).partial().shape,
  sendFromEmailAddress: emailOrEmpty('The address that e-mails come from; empty for that of the server.').optional(),
  sendFromEmailSenderName: labelOrEmpty('The name that e-mails come from; empty for none.', 'Acme').optional(),
  replyToEmailAddress: emailOrEmpty('The address that answers to e-mails go to; empty for none.').optional(),
  emailCustomizationParams: AuthProxyEmailParams.optional(),
  smsCustomizationParams: AuthProxySmsParams.optional(),
});

export const AuthProxyConfig = component(
  'AuthProxyConfig',
  'The sign-up proxy of an organization and its settings.',
  z.object({
    configId: id('The configuration, as clients name it in X-Auth-Proxy-Config-Id.'),
    userId: id('The user that the proxy acts as.'),
    ...settings,
    sendFromEmailAddress: email('The address that e-mails come from.').optional(),
    sendFromEmailSenderName: storedLabel('The name that e-mails come from.', 'Acme').optional(),
    replyToEmailAddress: email('The address that answers to e-mails go to.').optional(),
    emailCustomizationParams: AuthProxyEmail.optional(),
    smsCustomizationParams: AuthProxySms.optional(),
  }),
);
