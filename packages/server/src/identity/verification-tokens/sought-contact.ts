import type { VerificationClaims } from '@mintmark/stamper/tokens';
import type { Contact } from '../organizations/login-methods.ts';
import { otpTypes } from '../passcodes/otp-types.ts';

/** How the directory has a contact that was verified. */
export interface SoughtContact {
  readonly kind: 'verifiedEmail' | 'verifiedPhoneNumber';
  readonly value: string;
}

export const soughtByContact = (contact: Contact, value: string): SoughtContact => ({
  kind: contact === 'email' ? 'verifiedEmail' : 'verifiedPhoneNumber',
  value,
});

/** The same for the contact that a token proves. */
export const soughtByToken = ({ verification_type: type, contact }: VerificationClaims): SoughtContact =>
  soughtByContact(otpTypes[type].contact, contact);
