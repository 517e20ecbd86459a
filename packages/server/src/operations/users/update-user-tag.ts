import updateUserTag from '@mintmark/schema/operations/users/update-user-tag';
import { ApiError, fieldError } from '../../contract/api-error.ts';
import { distinctIds } from '../../contract/ids.ts';
import { implement } from '../../contract/implement.ts';
import { ofOrganization } from '../../contract/of-organization.ts';
import { requireUserTags } from '../../users/require-user-tags.ts';
import { requireUsers } from '../../users/require-users.ts';
import { tagUsers, untagUsers } from '../../users/tag-users.ts';

export default implement(updateUserTag, async (context, { userTagId, newUserTagName, addUserIds, removeUserIds }) => {
  const { sql, organization, now, writer } = context;
  const tagId = userTagId.toLowerCase();
  const [added, removed] = [distinctIds(addUserIds), distinctIds(removeUserIds)];
  const toAdd = new Set(added);
  if (removed.some((id) => toAdd.has(id)))
    throw fieldError('parameters.removeUserIds', 'a user cannot be added and removed at once');
  const [tags, namesakes] = await Promise.all([
    requireUserTags(context, [tagId]),
    sql`
      select from tags
      where ${ofOrganization(sql, organization)} and type = 'TAG_TYPE_USER'
        and name = ${newUserTagName ?? null} and id <> ${tagId}`,
    requireUsers(context, removed),
  ]);
  if (namesakes.length > 0) throw new ApiError('ALREADY_EXISTS', 'a user tag with this name already exists');
  await writer.change('tags', tags, { ...(newUserTagName && { name: newUserTagName }), updatedAt: now });
  await untagUsers(context, { tagIds: [tagId], userIds: removed });
  await tagUsers(context, [tagId], added);
  return { userTagId: tagId };
});
