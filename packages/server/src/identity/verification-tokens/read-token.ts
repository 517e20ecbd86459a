import { readStrictJson } from '@mintmark/stamper/encoding';
import type { VerificationClaims } from '@mintmark/stamper/tokens';
import { type OtpTypeName, otpTypes } from '../passcodes/otp-types.ts';
import { invalidToken } from './verification-token.ts';

/** What a token says that is not verified: only for a request that is verified with the same token afterwards. */
export function readToken(token: string): Pick<VerificationClaims, 'verification_type' | 'contact'> {
  const [, payload = ''] = token.split('.');
  const claims = readStrictJson(Buffer.from(payload, 'base64url'), () => invalidToken('its payload is not JSON'));
  const { verification_type: type, contact } = claims;
  if (typeof type !== 'string' || !Object.hasOwn(otpTypes, type) || typeof contact !== 'string')
    throw invalidToken('it is not for a contact');
  return { verification_type: type as OtpTypeName, contact };
}
