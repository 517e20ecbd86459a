import updateUser from '@mintmark/schema/operations/users/update-user';
import { ApiError } from '../../contract/api-error.ts';
import { implement } from '../../contract/implement.ts';
import { contactChanges } from '../../users/change-contact.ts';
import { requireUsers } from '../../users/require-users.ts';
import { tagUsers, untagUsers } from '../../users/tag-users.ts';

export default implement(updateUser, async (context, { userId, userName, userEmail, userPhoneNumber, userTagIds }) => {
  const { now, writer } = context;
  const [user] = await requireUsers(context, [userId]);
  if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  await writer.change('users', [user], {
    ...(userName !== undefined && { name: userName }),
    ...(userEmail !== undefined && contactChanges(user, 'email', userEmail)),
    ...(userPhoneNumber !== undefined && contactChanges(user, 'phoneNumber', userPhoneNumber)),
    updatedAt: now,
  });
  if (userTagIds) {
    await untagUsers(context, { userIds: [user.id] });
    await tagUsers(context, userTagIds, [user.id]);
  }
  return { userId: user.id };
});
