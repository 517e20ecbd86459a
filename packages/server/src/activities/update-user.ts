import updateUser from '@mintmark/schema/activities/update-user';
import { ApiError } from '../api-error.ts';
import { implement } from '../implement.ts';
import { tagUsers } from '../users/tag-users.ts';

export default implement(updateUser, async (context, { userId, userName, userEmail, userPhoneNumber, userTagIds }) => {
  const { sql, organization, now } = context;
  const { tenantId, id } = organization;
  const [email, phoneNumber] = [userEmail ?? null, userPhoneNumber ?? null];
  const [user] = await sql<{ id: string }[]>`
    update users set
      name = coalesce(${userName ?? null}, name),
      email = coalesce(${email}, email),
      email_verified = email_verified and email is not distinct from coalesce(${email}, email),
      phone_number = coalesce(${phoneNumber}, phone_number),
      phone_number_verified =
        phone_number_verified and phone_number is not distinct from coalesce(${phoneNumber}, phone_number),
      updated_at = ${now}
    where tenant_id = ${tenantId} and organization_id = ${id} and id = ${userId} and deleted_at is null
    returning id`;
  if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  if (userTagIds) {
    await sql`delete from user_tags where tenant_id = ${tenantId} and organization_id = ${id} and user_id = ${user.id}`;
    await tagUsers(context, userTagIds, [user.id]);
  }
  return { userId: user.id };
});
