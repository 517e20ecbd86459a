import deleteUserTags from '@mintmark/schema/operations/users/delete-user-tags';
import { distinctIds } from '../../contract/ids.ts';
import { implement } from '../../contract/implement.ts';
import { requireUserTags } from '../../users/require-user-tags.ts';
import { untagUsers } from '../../users/tag-users.ts';

export default implement(deleteUserTags, async (context, parameters) => {
  const userTagIds = distinctIds(parameters.userTagIds);
  const tags = await requireUserTags(context, userTagIds);
  const untagged = await untagUsers(context, { tagIds: userTagIds });
  await context.writer.remove('tags', tags);
  return { userTagIds, userIds: distinctIds(untagged.map(({ userId }) => userId)) };
});
