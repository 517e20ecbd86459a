import type postgres from 'postgres';
import { ApiError } from '../api-error.ts';
import type { ActivityContext } from '../implement.ts';

type Context = Pick<ActivityContext, 'sql' | 'organization' | 'now'>;

/** How a user can act: not at all, for a while, or lastingly. */
type Access = 0 | 1 | 2;

/** Whoever could log in by a contact, or has a key that does not expire, comes back; a session alone ends, and then nobody does. */
const readAccess = ({ sql, organization: { tenantId, id }, now }: Context, userId: string) => {
  const here = sql`tenant_id = ${tenantId} and organization_id = ${id}`;
  return sql<{ access: Access }[]>`
    select case
      when exists (
        select from authenticators where ${here} and user_id = users.id and deleted_at is null
      ) or exists (
        select from api_keys where ${here} and user_id = users.id and deleted_at is null and expires_at is null
      ) or exists (
        select from features
        where ${here} and (
          users.email is not null and name in ('FEATURE_NAME_EMAIL_AUTH', 'FEATURE_NAME_OTP_EMAIL_AUTH')
          or users.phone_number is not null and name = 'FEATURE_NAME_SMS_AUTH'
        )
      ) then 2
      when exists (
        select from api_keys where ${here} and user_id = users.id and deleted_at is null and expires_at > ${now}
      ) then 1
      else 0
    end as access
    from users where ${here} and id = ${userId} and deleted_at is null`;
};

const missing = () => new ApiError('MISSING_CREDENTIAL');

/** Refuses a user that has nothing to act with. */
export async function requireAccess(context: Context, userId: string): Promise<void> {
  const [user] = await readAccess(context, userId);
  if (!user?.access) throw missing();
}

/**
 * Runs a statement that takes something from a user, and returns its rows. The user must be able to act afterwards as well as
 * before: what is worthless already, such as an expired key or a contact whose login method is off, may always go.
 */
export async function keepAccess<Rows extends readonly postgres.MaybeRow[]>(
  context: Context,
  userId: string,
  change: postgres.PendingQuery<Rows>,
): Promise<postgres.RowList<Rows>> {
  // Sent together, run in this order.
  const [[before], rows, [after]] = await Promise.all([
    readAccess(context, userId),
    change,
    readAccess(context, userId),
  ]);
  if (!before || !after) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  if (after.access < before.access) throw missing();
  return rows;
}
