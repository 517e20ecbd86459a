import updateUserTag from '@mintmark/schema/operations/users/update-user-tag';
import { implement } from '../../contract/implement.ts';
import { changeTag } from '../../tags/change-tag.ts';
import { refuseProxyUser } from '../../users/require-users.ts';
import { userTags } from '../../users/user-tags.ts';

export default implement(updateUserTag, async (context, parameters) => {
  await refuseProxyUser(context, parameters.addUserIds);
  const userTagId = await changeTag(context, userTags, {
    tagId: parameters.userTagId,
    name: parameters.newUserTagName,
    added: parameters.addUserIds,
    removed: parameters.removeUserIds,
    removedField: 'parameters.removeUserIds',
  });
  return { userTagId };
});
