import type { AuthorityRows } from '../authority/authority-tables.ts';
import { ApiError } from '../contract/api-error.ts';
import type { ChangeContext } from '../contract/implement.ts';
import { keepAccess } from './access.ts';
import { requireChangeableUsers } from './require-users.ts';

interface Change {
  readonly userId: string;
  /** The new contact; empty for none. */
  readonly value: string;
  readonly verificationToken: string | undefined;
}

/** Sets or removes a contact of a user. A new contact is not verified. */
export async function changeContact(
  context: ChangeContext,
  contact: 'email' | 'phoneNumber',
  { userId, value, verificationToken }: Change,
): Promise<{ userId: string }> {
  const { now, writer } = context;
  if (verificationToken !== undefined)
    throw new ApiError('UNIMPLEMENTED', 'this server does not accept verification tokens yet');
  const [user] = await requireChangeableUsers(context, [userId]);
  if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  const text = value === '' ? null : value;
  const changes = { ...contactChanges(user, contact, text), updatedAt: now };
  await keepAccess(context, () => writer.change('users', [user], changes), { userId });
  return { userId: user.id };
}

type Contacts = Pick<AuthorityRows['users'], 'email' | 'emailVerified' | 'phoneNumber' | 'phoneNumberVerified'>;

/** A contact stays verified only if it does not change. */
export const contactChanges = (
  user: Contacts,
  contact: 'email' | 'phoneNumber',
  value: string | null,
): Partial<Contacts> =>
  contact === 'email'
    ? { email: value, emailVerified: user.emailVerified && user.email === value }
    : { phoneNumber: value, phoneNumberVerified: user.phoneNumberVerified && user.phoneNumber === value };
