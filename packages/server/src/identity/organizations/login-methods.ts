import type { Services } from '../../core/ports/services.ts';
import type { Feature } from './features.ts';

/** The ways to reach a user. */
export type Contact = 'email' | 'phoneNumber';

/** The features that switch a login method on, and the contact that the method needs. */
export const contactOfLogin = {
  FEATURE_NAME_EMAIL_AUTH: 'email',
  FEATURE_NAME_OTP_EMAIL_AUTH: 'email',
  FEATURE_NAME_SMS_AUTH: 'phoneNumber',
} as const satisfies { readonly [Name in Feature['name']]?: Contact };

export type LoginFeature = keyof typeof contactOfLogin;

/** The login methods that this installation offers: those whose messages it can send. */
export function offeredLogins({ mail, sms }: Pick<Services, 'mail' | 'sms'>): LoginFeature[] {
  return [
    ...(mail ? (['FEATURE_NAME_OTP_EMAIL_AUTH'] as const) : []),
    ...(sms ? (['FEATURE_NAME_SMS_AUTH'] as const) : []),
  ];
}

/** The contacts whose login method is switched on, among all methods or the given ones. */
export function loginContacts(
  features: readonly { readonly name: Feature['name'] }[],
  among: readonly LoginFeature[] = Object.keys(contactOfLogin) as LoginFeature[],
): ReadonlySet<Contact> {
  const isOn = (feature: LoginFeature) => features.some(({ name }) => name === feature);
  return new Set(among.filter(isOn).map((feature) => contactOfLogin[feature]));
}
