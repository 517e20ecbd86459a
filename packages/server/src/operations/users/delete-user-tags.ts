import deleteUserTags from '@mintmark/schema/operations/users/delete-user-tags';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { deleteTags } from '../../identity/tags/delete-tags.ts';
import { membersByTag } from '../../identity/tags/tag-links.ts';
import { deletedTagViews } from '../../identity/users/tag-change.ts';
import { userTags } from '../../identity/users/user-tags.ts';

export default implement(
  deleteUserTags,
  async (context, { userTagIds }) => {
    const { tagIds, memberIds } = await deleteTags(context, userTags, userTagIds);
    return { userTagIds: tagIds, userIds: memberIds };
  },
  {
    changedUsers: async ({ userTagIds }, context) =>
      [...(await membersByTag(context, userTags, userTagIds)).values()].flat(),
    policyViews: async (context, { userTagIds }) => [{}, ...(await deletedTagViews(context, userTagIds))],
    policyParameters: ({ userTagIds }) => ({ user_tag_ids: distinctIds(userTagIds) }),
  },
);
