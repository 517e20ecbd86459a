import type { VerificationClaims } from '@mintmark/stamper/tokens';
import type { ActivityContext, PrepareContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Contact } from '../organizations/login-methods.ts';
import { invalidToken, requireContact, useToken, verifyToken } from '../verification-tokens/verification-token.ts';
import { keepAccess } from './access.ts';
import { requireChangeableUsers } from './require-users.ts';
import { usersTable } from './users-table.ts';
import { verifiedColumn } from './users-with-contact.ts';

/** Verifies the token for a new contact, if there is one. */
export async function verifyContact(
  context: PrepareContext,
  contact: Contact,
  { value, verificationToken }: { readonly value: string; readonly verificationToken: string | undefined },
): Promise<VerificationClaims | undefined> {
  if (verificationToken === undefined) return undefined;
  const claims = await verifyToken(context, verificationToken);
  requireContact(claims, contact, value);
  // Others may have seen the token: it is in the answer to verify_otp, which every user of the organization can read.
  if (context.caller.stamp.publicKey !== claims.public_key)
    throw invalidToken('the request is not stamped with the key that it is bound to');
  return claims;
}

interface Change {
  readonly userId: string;
  /** The new contact; empty for none. */
  readonly value: string;
  /** The token that proves it, if there is one. */
  readonly proof: VerificationClaims | undefined;
}

/** Sets or removes a contact of a user. A new contact is verified only if a token proves it. */
export async function changeContact(
  context: ActivityContext,
  contact: Contact,
  { userId, value, proof }: Change,
): Promise<{ userId: string }> {
  const { now, writer } = context;
  const [user] = await requireChangeableUsers(context, [userId]);
  if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  const text = value === '' ? null : value;
  if (proof) await useToken(context, proof);
  const verified = proof ? { [verifiedColumn[contact]]: true } : {};
  const changes = { ...contactChanges(user, contact, text), ...verified, updatedAt: now };
  await keepAccess(context, () => writer.change(usersTable, [user], changes), { userId });
  return { userId: user.id };
}

type Contacts = Pick<RowOf<typeof usersTable>, 'email' | 'emailVerified' | 'phoneNumber' | 'phoneNumberVerified'>;

/** A contact stays verified only if it does not change. */
export const contactChanges = (user: Contacts, contact: Contact, value: string | null): Partial<Contacts> =>
  contact === 'email'
    ? { email: value, emailVerified: user.emailVerified && user.email === value }
    : { phoneNumber: value, phoneNumberVerified: user.phoneNumberVerified && user.phoneNumber === value };
