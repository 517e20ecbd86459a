import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { User } from '../../fields/users/user.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('list_users', {
  tag: 'Users',
  summary: 'List users',
  description: 'Lists the users of the organization, newest first, each with its credentials and tags.',
  request: z.strictObject({ organizationId: organizationId('The organization that the users belong to.') }),
  response: z.object({ users: z.array(User).describe('The users.') }),
  example: {
    request: { organizationId: example.organizationId },
    response: { users: [example.user] },
  },
});
