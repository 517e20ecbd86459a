import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { User } from '../../fields/users/user.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_user', {
  tag: 'Users',
  summary: 'Get a user',
  description: 'Returns one user of the organization, with its credentials and tags.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the user belongs to.'),
    userId: id('The user.'),
  }),
  response: z.object({ user: User }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, userId: example.userId },
    response: { user: example.user },
  },
});
