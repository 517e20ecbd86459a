import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { userEmail, userName, userPhoneNumber } from '../../fields/users/user.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('update_user', {
  tag: 'Users',
  summary: 'Update a user',
  description:
    'Changes the name, the contacts or the tags of a user. Absent fields stay unchanged. A new contact counts as unverified.',
  intent: version(
    1,
    z.strictObject({
      userId: id('The user to change.'),
      userName: userName().optional(),
      userEmail: userEmail().optional(),
      userTagIds: z
        .array(id('A user tag.'))
        .describe('The new tags of the user, by ID; they replace the previous ones.')
        .optional(),
      userPhoneNumber: userPhoneNumber().optional(),
    }),
  ),
  result: version(1, z.object({ userId: id('The user that was changed.') })),
  policy: { resource: 'USER', action: 'UPDATE' },
  errors: ['MISSING_CREDENTIAL', 'QUORUM_UNREACHABLE', 'RESOURCE_NOT_FOUND', 'AUTH_PROXY_USER_PROTECTED'],
  example: {
    parameters: { userId: example.userId, userName: example.userName, userTagIds: [example.userTagId] },
    result: { userId: example.userId },
  },
});
