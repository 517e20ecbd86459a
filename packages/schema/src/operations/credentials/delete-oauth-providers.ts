import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_oauth_providers', {
  tag: 'Credentials',
  summary: 'Unlink OpenID Connect identities',
  description:
    'Deletes links between a user and identities at OpenID Connect providers. The user can no longer log in with them. The last credential of a user cannot be deleted.',
  intent: version(
    1,
    z.strictObject({
      userId: id('The user that all of the links belong to.'),
      providerIds: z.array(id('A link.')).describe('The links to delete.'),
    }),
  ),
  result: version(1, z.object({ providerIds: z.array(id('A link.')).describe('The links that were deleted.') })),
  policy: { resource: 'CREDENTIAL', action: 'DELETE' },
  errors: ['MISSING_CREDENTIAL', 'RESOURCE_NOT_FOUND', 'AUTH_PROXY_USER_PROTECTED'],
  example: {
    parameters: { userId: example.userId, providerIds: [example.oauthProviderRecord.providerId] },
    result: { providerIds: [example.oauthProviderRecord.providerId] },
  },
});
