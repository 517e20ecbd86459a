import type { changedSettings } from '@mintmark/schema/fields/sign-up/auth-proxy-settings';
import type { z } from 'zod';
import type { ProxySettings } from '../../core/handlers/answer-proxy.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { authProxiesTable } from './auth-proxies-table.ts';

type AuthMethod = ProxySettings['allowedAuthMethods'][number];

/** The way to sign in with each type of passcode. */
export const methodOfOtp = {
  OTP_TYPE_EMAIL: 'AUTH_METHOD_EMAIL',
  OTP_TYPE_SMS: 'AUTH_METHOD_SMS',
} as const satisfies Record<string, AuthMethod>;

/** Allows everything until it is narrowed. */
const defaults: ProxySettings = {
  allowedOrigins: ['*'],
  allowedAuthMethods: [
    'AUTH_METHOD_API_KEY',
    'AUTH_METHOD_PASSKEY',
    'AUTH_METHOD_EMAIL',
    'AUTH_METHOD_SMS',
    'AUTH_METHOD_OAUTH',
  ],
  allowedIssuers: ['*'],
  otpLength: 9,
  otpAlphanumeric: true,
  otpExpirationSeconds: 300,
  verificationTokenExpirationSeconds: 3600,
  sessionExpirationSeconds: 900,
  verificationTokenRequiredForGetAccountPii: true,
};

/** The column of a proxy whose settings were never changed. */
export const unchangedSettings = '{}';

/** The settings of a proxy. The column holds only those that were changed. */
export const readSettings = ({ settings }: Pick<RowOf<typeof authProxiesTable>, 'settings'>): ProxySettings => ({
  ...defaults,
  ...(JSON.parse(settings) as Partial<ProxySettings>),
});

/** The column of a proxy after a change. An empty text removes what it is for. */
export function writeSettings(
  { settings }: Pick<RowOf<typeof authProxiesTable>, 'settings'>,
  changes: z.output<typeof changedSettings>,
): string {
  const merged: Record<string, unknown> = { ...JSON.parse(settings), ...changes };
  return JSON.stringify(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== '')));
}

/** Origins are compared as text: browsers spell each in one way only. A request without one is not from a page. */
export const allowsOrigin = ({ allowedOrigins }: ProxySettings, origin: string | undefined): boolean =>
  origin === undefined || allowedOrigins.includes('*') || allowedOrigins.includes(origin);
