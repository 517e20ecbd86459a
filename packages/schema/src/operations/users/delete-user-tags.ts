import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_user_tags', {
  tag: 'Users',
  summary: 'Delete user tags',
  description: 'Deletes tags and takes them off every user that has them.',
  intent: version(1, z.strictObject({ userTagIds: z.array(id('A user tag.')).describe('The tags to delete.') })),
  result: version(
    1,
    z.object({
      userTagIds: z.array(id('A user tag.')).describe('The tags that were deleted.'),
      userIds: z.array(id('A user.')).describe('The users that had any of the deleted tags.'),
    }),
  ),
  policy: { resource: 'USER', action: 'DELETE' },
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    parameters: { userTagIds: [example.userTagId] },
    result: { userTagIds: [example.userTagId], userIds: [example.userId] },
  },
});
