import deleteUserTags from '@mintmark/schema/operations/users/delete-user-tags';
import { implement } from '../../contract/implement.ts';
import { deleteTags } from '../../tags/delete-tags.ts';
import { userTags } from '../../users/user-tags.ts';

export default implement(deleteUserTags, async (context, { userTagIds }) => {
  const { tagIds, memberIds } = await deleteTags(context, userTags, userTagIds);
  return { userTagIds: tagIds, userIds: memberIds };
});
