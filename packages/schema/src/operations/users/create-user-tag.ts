import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, label } from '../../vocabulary.ts';

export default defineActivity('create_user_tag', {
  tag: 'Users',
  summary: 'Create a user tag',
  description: 'Creates a tag and puts it on users. No two user tags of an organization have the same name.',
  intent: version(
    1,
    z.strictObject({
      userTagName: label('Human-readable name of the tag.', 'Treasurers'),
      userIds: z.array(id('A user.')).describe('The users to put the tag on; may be empty.'),
    }),
  ),
  result: version(
    1,
    z.object({
      userTagId: id('The tag.'),
      userIds: z.array(id('A user.')).describe('The users that have the tag now.'),
    }),
  ),
  policy: { resource: 'USER', action: 'CREATE' },
  errors: ['RESOURCE_NOT_FOUND', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED', 'AUTH_PROXY_USER_PROTECTED'],
  example: {
    parameters: { userTagName: 'Treasurers', userIds: [example.userId] },
    result: { userTagId: example.userTagId, userIds: [example.userId] },
  },
});
