import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_users', {
  tag: 'Users',
  summary: 'Delete users',
  description:
    'Deletes users and their credentials. Either all of them are deleted or none. Enough root users who can act must remain for the root quorum.',
  intent: version(1, z.strictObject({ userIds: z.array(id('A user.')).describe('The users to delete.') })),
  result: version(1, z.object({ userIds: z.array(id('A user.')).describe('The users that were deleted.') })),
  policy: { resource: 'USER', action: 'DELETE' },
  errors: ['QUORUM_UNREACHABLE', 'RESOURCE_NOT_FOUND', 'AUTH_PROXY_USER_PROTECTED'],
  example: {
    parameters: { userIds: [example.userId] },
    result: { userIds: [example.userId] },
  },
});
