import type { components } from '@mintmark/client';

export type FeatureName = components['schemas']['FeatureName'];

const words: Readonly<Record<FeatureName, string>> = {
  FEATURE_NAME_OTP_EMAIL_AUTH: 'Sign-in with codes by e-mail',
  FEATURE_NAME_SMS_AUTH: 'Sign-in with codes by SMS',
  FEATURE_NAME_EMAIL_AUTH: 'Sign-in by e-mail',
  FEATURE_NAME_EMAIL_RECOVERY: 'Recovery by e-mail',
  FEATURE_NAME_ROOT_USER_EMAIL_RECOVERY: 'Recovery of root users by e-mail',
  FEATURE_NAME_WEBAUTHN_ORIGINS: 'Origins where passkeys may be used',
  FEATURE_NAME_AUTH_PROXY: 'Sign-up proxy',
  FEATURE_NAME_SOLANA_RENT_PREFUND_ENABLED: 'Solana rent paid in advance',
  FEATURE_NAME_EARN_CONFIG: 'Earn',
  FEATURE_NAME_SWAP_CONFIG: 'Swap',
  FEATURE_NAME_WEBHOOK: 'Webhook',
  FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN: 'The operator may never add keys to root users',
};

export const featureWords = (name: FeatureName): string => words[name] ?? name;

/** Other operations set these. */
const setElsewhere: readonly FeatureName[] = ['FEATURE_NAME_SWAP_CONFIG', 'FEATURE_NAME_WEBHOOK'];

/** The features that can be set here, with their words. */
export const settable = (Object.keys(words) as FeatureName[])
  .filter((name) => !setElsewhere.includes(name))
  .map((name) => [name, words[name]] as const);

/** Whether a feature has a value. The others are only on or off. */
export const hasValue = (name: FeatureName): boolean => name === 'FEATURE_NAME_WEBAUTHN_ORIGINS';

/** Whether a feature stays for good once it is set. */
export const isPermanent = (name: FeatureName): boolean => name === 'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN';
