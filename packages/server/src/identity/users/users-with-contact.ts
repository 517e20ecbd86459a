import type { Authenticated } from '../../core/authority/row-macs.ts';
import type { ReadContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { ofOrganization, ownerColumns } from '../../core/model/of-organization.ts';
import type { RowOf } from '../../core/tables/define-table.ts';
import type { Contact } from '../organizations/login-methods.ts';
import { usersTable } from './users-table.ts';

type UserRow = Authenticated<RowOf<typeof usersTable>>;

/** The columns that tell whether a contact is verified. */
export const verifiedColumn = { email: 'emailVerified', phoneNumber: 'phoneNumberVerified' } as const;

/** The users of an organization who have exactly this contact. */
export async function usersWithContact(
  { sql, organization, services: { macs } }: ReadContext,
  contact: Contact,
  value: string,
): Promise<UserRow[]> {
  const column = contact === 'email' ? sql`email` : sql`phone_number`;
  const rows = await sql<UserRow[]>`
    select * from users
    where ${ofOrganization(sql, organization)} and deleted_at is null and ${column} = ${value}`;
  return macs.genuine(usersTable, rows, { ...ownerColumns(organization), [contact]: value, deletedAt: null });
}

interface Contacts {
  readonly userEmail?: string | undefined;
  readonly userPhoneNumber?: string | undefined;
}

/**
 * The ids of the users who have one of these contacts. Giving one of them to another user changes them too: nobody could tell any
 * more whom a login with it means.
 */
export async function idsWithContacts(
  { sql, organization }: ReadContext,
  given: readonly Contacts[],
): Promise<string[]> {
  const emails = given.flatMap(({ userEmail }) => userEmail || []);
  const numbers = given.flatMap(({ userPhoneNumber }) => userPhoneNumber || []);
  if (emails.length + numbers.length === 0) return [];
  // One statement: a request may name many users.
  const rows = await sql<{ readonly id: string }[]>`
    select id from users
    where ${ofOrganization(sql, organization)} and deleted_at is null
      and (email = any(${emails}::text[]) or phone_number = any(${numbers}::text[]))`;
  return rows.map(({ id }) => id);
}

type Verified = Pick<UserRow, (typeof verifiedColumn)[Contact]>;

/** Those whom a login with a contact may mean, among the users who have it: those whose contact is verified go before others. */
export function meantByContact<User extends Verified>(having: readonly User[], contact: Contact): readonly User[] {
  const verified = having.filter((user) => user[verifiedColumn[contact]]);
  return verified.length > 0 ? verified : having;
}

/** The user who has a contact. */
export async function requireUserWithContact(context: ReadContext, contact: Contact, value: string): Promise<UserRow> {
  const [user, another] = meantByContact(await usersWithContact(context, contact, value), contact);
  if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no user of this organization has this contact');
  if (another) throw new ApiError('AMBIGUOUS_CONTACT');
  return user;
}
