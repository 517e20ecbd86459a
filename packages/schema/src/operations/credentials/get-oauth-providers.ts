import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { OauthProvider } from '../../fields/credentials/oauth-provider.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_oauth_providers', {
  tag: 'Credentials',
  summary: 'Get linked identities',
  description:
    'Lists the OpenID Connect identities that are linked to a user, or to any user of the organization, newest first.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the users belong to.'),
    userId: id('The user whose links to list. If absent, the links of all users are listed.').optional(),
  }),
  response: z.object({ oauthProviders: z.array(OauthProvider).describe('The links.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, userId: example.userId },
    response: { oauthProviders: [example.oauthProviderRecord] },
  },
});
