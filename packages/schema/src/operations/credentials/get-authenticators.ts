import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { Authenticator } from '../../fields/credentials/authenticator.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_authenticators', {
  tag: 'Credentials',
  summary: 'Get authenticators',
  description: 'Lists the passkeys of a user, newest first.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the user belongs to.'),
    userId: id('The user whose passkeys to list.'),
  }),
  response: z.object({ authenticators: z.array(Authenticator).describe('The passkeys.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, userId: example.userId },
    response: { authenticators: [example.authenticatorRecord] },
  },
});
