import type { OtpType } from '@mintmark/schema/fields/sessions/otp-type';
import type { z } from 'zod';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { readFeatures } from '../organizations/features.ts';
import type { Contact, LoginFeature } from '../organizations/login-methods.ts';

export type OtpTypeName = z.output<typeof OtpType>;

interface Type {
  readonly feature: LoginFeature;
  readonly contact: Contact;
}

/** What each type of passcode is sent to, and the feature that switches it on. */
export const otpTypes: Readonly<Record<OtpTypeName, Type>> = {
  OTP_TYPE_EMAIL: { feature: 'FEATURE_NAME_OTP_EMAIL_AUTH', contact: 'email' },
  OTP_TYPE_SMS: { feature: 'FEATURE_NAME_SMS_AUTH', contact: 'phoneNumber' },
};

/** Refuses a type of passcode that the organization has not switched on. */
export async function requireOtpType(context: ReadContext, type: OtpTypeName): Promise<void> {
  const [feature] = await readFeatures(context, otpTypes[type].feature);
  if (!feature) throw new ApiError('OTP_DISABLED');
}
