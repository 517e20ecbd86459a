import type { VerificationClaims } from '@mintmark/stamper/tokens';
import type { ActivityContext } from '../../core/handlers/implement.ts';
import { otpTypes, requireOtpType } from '../passcodes/otp-types.ts';
import { usersTable } from '../users/users-table.ts';
import { requireUserWithContact, verifiedColumn } from '../users/users-with-contact.ts';
import { useToken } from '../verification-tokens/verification-token.ts';
import { type LoginParameters, logIn } from './login.ts';

/** Logs in the user of the organization who has the contact that a verified token proves. The contact is verified then. */
export async function logInWithToken(
  context: ActivityContext,
  parameters: LoginParameters,
  claims: VerificationClaims,
): Promise<{ session: string }> {
  const { now, writer } = context;
  const { contact } = otpTypes[claims.verification_type];
  // The parent may have issued the token, and have other login methods.
  await requireOtpType(context, claims.verification_type);
  const user = await requireUserWithContact(context, contact, claims.contact);
  await useToken(context, claims);
  const verified = verifiedColumn[contact];
  if (!user[verified]) await writer.change(usersTable, [user], { [verified]: true, updatedAt: now });
  return await logIn(context, user.id, parameters);
}
