import updateUser from '@mintmark/schema/operations/users/update-user';
import { implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { putTags, takeTagsOff } from '../../identity/tags/tag-links.ts';
import { changesUser } from '../../identity/users/about-user.ts';
import { keepAccess } from '../../identity/users/access.ts';
import { contactChanges } from '../../identity/users/change-contact.ts';
import { requireChangeableUsers } from '../../identity/users/require-users.ts';
import { tagChangeViews } from '../../identity/users/tag-change.ts';
import { userTags } from '../../identity/users/user-tags.ts';
import { usersTable } from '../../identity/users/users-table.ts';
import { idsWithContacts } from '../../identity/users/users-with-contact.ts';

export default implement(
  updateUser,
  async (context, { userId, userName, userEmail, userPhoneNumber, userTagIds }) => {
    const { now, writer } = context;
    const [user] = await requireChangeableUsers(context, [userId]);
    if (!user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
    const changes = {
      ...(userName !== undefined && { name: userName }),
      ...(userEmail !== undefined && contactChanges(user, 'email', userEmail)),
      ...(userPhoneNumber !== undefined && contactChanges(user, 'phoneNumber', userPhoneNumber)),
      updatedAt: now,
    };
    const change = () => writer.change(usersTable, [user], changes);
    const hasContact = userEmail !== undefined || userPhoneNumber !== undefined;
    await (hasContact ? keepAccess(context, change, { userId }) : change());
    if (userTagIds) {
      await takeTagsOff(context, userTags, { memberIds: [user.id] });
      await putTags(context, userTags, userTagIds, [user.id]);
    }
    return { userId: user.id };
  },
  {
    ...changesUser,
    changedUsers: async (parameters, context) => [parameters.userId, ...(await idsWithContacts(context, [parameters]))],
    policyViews: async (context, { userId, userTagIds: tagIds }) => [
      {},
      ...(tagIds ? await tagChangeViews(context, { userId, tagIds }) : []),
    ],
  },
);
