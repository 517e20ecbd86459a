import { ApiError } from '../api-error.ts';
import type { ActivityContext } from '../implement.ts';
import { keepAccess } from './access.ts';

/** The column of a contact, and the one that says whether the user has proved it. */
const columns = { email: 'email_verified', phone_number: 'phone_number_verified' } as const;

interface Change {
  readonly userId: string;
  /** The new contact; empty for none. */
  readonly value: string;
  readonly verificationToken: string | undefined;
}

/** Sets a contact of a user, or removes it. A new one counts as not verified. */
export async function changeContact(
  context: Pick<ActivityContext, 'sql' | 'organization' | 'now'>,
  contact: keyof typeof columns,
  { userId, value, verificationToken }: Change,
): Promise<{ userId: string }> {
  const { sql, organization, now } = context;
  if (verificationToken !== undefined)
    throw new ApiError('UNIMPLEMENTED', 'this server does not take verification tokens yet');
  const [column, verified] = [sql(contact), sql(columns[contact])];
  const text = value === '' ? null : value;
  await keepAccess(
    context,
    () => sql`
      update users set
        ${column} = ${text}, ${verified} = ${verified} and ${column} is not distinct from ${text}, updated_at = ${now}
      where tenant_id = ${organization.tenantId} and organization_id = ${organization.id} and id = ${userId}
        and deleted_at is null`,
    { userId },
  );
  return { userId: userId.toLowerCase() };
}
