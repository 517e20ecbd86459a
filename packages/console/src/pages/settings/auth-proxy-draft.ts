import type { components } from '@mintmark/client';

type Config = components['schemas']['AuthProxyConfig'];
type Changes = components['schemas']['UpdateAuthProxyConfigIntent'];
type AuthMethod = components['schemas']['AuthMethod'];

export const methodNames: readonly (readonly [AuthMethod, string])[] = [
  ['AUTH_METHOD_API_KEY', 'API key'],
  ['AUTH_METHOD_PASSKEY', 'Passkey'],
  ['AUTH_METHOD_EMAIL', 'Code by e-mail'],
  ['AUTH_METHOD_SMS', 'Code by SMS'],
  ['AUTH_METHOD_OAUTH', 'Linked identity'],
];

/** The settings of the sign-up proxy in a form: lists are lines, numbers are text. */
export interface ProxyDraft {
  readonly allowedOrigins: string;
  readonly allowedAuthMethods: readonly string[];
  readonly allowedIssuers: string;
  readonly otpLength: string;
  readonly otpAlphanumeric: boolean;
  readonly otpExpirationSeconds: string;
  readonly verificationTokenExpirationSeconds: string;
  readonly sessionExpirationSeconds: string;
  readonly verificationTokenRequiredForGetAccountPii: boolean;
  readonly sendFromEmailAddress: string;
  readonly sendFromEmailSenderName: string;
  readonly replyToEmailAddress: string;
  readonly appName: string;
  readonly logoUrl: string;
  readonly magicLinkTemplate: string;
  readonly smsTemplate: string;
}

/** The settings as a form shows them. */
export const draftOf = (config: Config): ProxyDraft => ({
  allowedOrigins: config.allowedOrigins.join('\n'),
  allowedAuthMethods: config.allowedAuthMethods,
  allowedIssuers: config.allowedIssuers.join('\n'),
  otpLength: String(config.otpLength),
  otpAlphanumeric: config.otpAlphanumeric,
  otpExpirationSeconds: String(config.otpExpirationSeconds),
  verificationTokenExpirationSeconds: String(config.verificationTokenExpirationSeconds),
  sessionExpirationSeconds: String(config.sessionExpirationSeconds),
  verificationTokenRequiredForGetAccountPii: config.verificationTokenRequiredForGetAccountPii,
  sendFromEmailAddress: config.sendFromEmailAddress ?? '',
  sendFromEmailSenderName: config.sendFromEmailSenderName ?? '',
  replyToEmailAddress: config.replyToEmailAddress ?? '',
  appName: config.emailCustomizationParams?.appName ?? '',
  logoUrl: config.emailCustomizationParams?.logoUrl ?? '',
  magicLinkTemplate: config.emailCustomizationParams?.magicLinkTemplate ?? '',
  smsTemplate: config.smsCustomizationParams?.template ?? '',
});

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** All settings of a draft, as the contract takes them. */
function settingsOf(draft: ProxyDraft): Required<Changes> {
  return {
    allowedOrigins: lines(draft.allowedOrigins),
    allowedAuthMethods: methodNames
      .map(([method]) => method)
      .filter((method) => draft.allowedAuthMethods.includes(method)),
    allowedIssuers: lines(draft.allowedIssuers),
    otpLength: Number(draft.otpLength),
    otpAlphanumeric: draft.otpAlphanumeric,
    otpExpirationSeconds: Number(draft.otpExpirationSeconds),
    verificationTokenExpirationSeconds: Number(draft.verificationTokenExpirationSeconds),
    sessionExpirationSeconds: Number(draft.sessionExpirationSeconds),
    verificationTokenRequiredForGetAccountPii: draft.verificationTokenRequiredForGetAccountPii,
    sendFromEmailAddress: draft.sendFromEmailAddress.trim(),
    sendFromEmailSenderName: draft.sendFromEmailSenderName.trim(),
    replyToEmailAddress: draft.replyToEmailAddress.trim(),
    emailCustomizationParams: {
      appName: draft.appName.trim(),
      logoUrl: draft.logoUrl.trim(),
      magicLinkTemplate: draft.magicLinkTemplate.trim(),
    },
    smsCustomizationParams: { template: draft.smsTemplate.trim() },
  };
}

/** The settings that a form changes. Only these are sent, so that the changes of others stay. */
export function changesOf(before: ProxyDraft, after: ProxyDraft): Changes {
  const old: Record<string, unknown> = settingsOf(before);
  const changed = Object.entries(settingsOf(after)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]),
  );
  return Object.fromEntries(changed);
}
