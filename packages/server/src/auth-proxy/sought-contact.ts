import type { VerificationClaims } from '@mintmark/stamper/tokens';
import { otpTypes } from '../passcodes/otp-types.ts';
import type { SoughtAccount } from './find-account.ts';

/** How an account is found by a contact that was verified. */
export const soughtBy = {
  email: (value: string): SoughtAccount => ({ kind: 'verifiedEmail', value }),
  phoneNumber: (value: string): SoughtAccount => ({ kind: 'verifiedPhoneNumber', value }),
};

/** How an account is found by the contact that a token proves. */
export const soughtByToken = ({ verification_type: type, contact }: VerificationClaims): SoughtAccount =>
  soughtBy[otpTypes[type].contact](contact);
