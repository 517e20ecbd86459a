import updateUserTag from '@mintmark/schema/operations/users/update-user-tag';
import type { z } from 'zod';
import { implement } from '../../core/handlers/implement.ts';
import { distinctIds } from '../../core/model/ids.ts';
import { changeTag } from '../../identity/tags/change-tag.ts';
import { refuseProxyUser } from '../../identity/users/require-users.ts';
import { userTags } from '../../identity/users/user-tags.ts';

type Parameters = z.output<typeof updateUserTag.parameters>;

const userIdsOf = ({ addUserIds, removeUserIds }: Parameters) => distinctIds([...addUserIds, ...removeUserIds]);

export default implement(
  updateUserTag,
  async (context, parameters) => {
    await refuseProxyUser(context, parameters.addUserIds);
    const userTagId = await changeTag(context, userTags, {
      tagId: parameters.userTagId,
      name: parameters.newUserTagName,
      added: parameters.addUserIds,
      removed: parameters.removeUserIds,
      removedField: 'parameters.removeUserIds',
    });
    return { userTagId };
  },
  {
    changedUsers: userIdsOf,
    policyParameters: (parameters) => ({
      user_tag_id: parameters.userTagId.toLowerCase(),
      user_ids: userIdsOf(parameters),
    }),
  },
);
