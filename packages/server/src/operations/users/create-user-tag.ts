import createUserTag from '@mintmark/schema/operations/users/create-user-tag';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { createTag, newTag } from '../../identity/tags/create-tag.ts';
import { userTags } from '../../identity/users/user-tags.ts';

export default implement(
  createUserTag,
  async (context, { userTagName, userIds }) => {
    const { tagId, memberIds } = await createTag(context, userTags, { name: userTagName, memberIds: userIds });
    return { userTagId: tagId, userIds: memberIds };
  },
  {
    effectFor: ({ userTagName, userIds }) =>
      userIds.length === 0
        ? (context) => {
            const { parts, result: userTagId } = newTag(context, userTags, userTagName);
            return { parts, result: { userTagId, userIds: [] } };
          }
        : undefined,
    changedUsers: ({ userIds }) => userIds,
    policyParameters: ({ userIds }) => ({ user_ids: distinctIds(userIds) }),
  },
);
