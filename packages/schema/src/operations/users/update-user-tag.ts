import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, label } from '../../vocabulary.ts';

export default defineActivity('update_user_tag', {
  tag: 'Users',
  summary: 'Update a user tag',
  description: 'Renames a tag, puts it on users, and takes it off others.',
  intent: version(
    1,
    z.strictObject({
      userTagId: id('The tag to change.'),
      newUserTagName: label('The new name. If absent, the name stays unchanged.', 'Treasurers').optional(),
      addUserIds: z.array(id('A user.')).describe('The users to put the tag on; may be empty.'),
      removeUserIds: z.array(id('A user.')).describe('The users to take the tag off; may be empty.'),
    }),
  ),
  result: version(1, z.object({ userTagId: id('The tag that was changed.') })),
  policy: { resource: 'USER', action: 'UPDATE' },
  errors: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'AUTH_PROXY_USER_PROTECTED'],
  example: {
    parameters: {
      userTagId: example.userTagId,
      newUserTagName: 'Treasurers',
      addUserIds: [example.userId],
      removeUserIds: [example.otherUserId],
    },
    result: { userTagId: example.userTagId },
  },
});
