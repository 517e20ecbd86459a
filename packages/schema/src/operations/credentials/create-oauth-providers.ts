import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { OauthProviderParams, OauthProviderParamsByToken } from '../../fields/credentials/oauth-provider.ts';
import { id } from '../../vocabulary.ts';

const userId = () => id('The user to link the identities to.');
const CreatedProviders = z.object({
  providerIds: z.array(id('A link.')).describe('IDs of the links, in the order of the request.'),
});

export default defineActivity(
  'create_oauth_providers',
  {
    tag: 'Credentials',
    summary: 'Link OpenID Connect identities',
    description: 'Links identities at OpenID Connect providers to a user, who can then log in with them.',
    intent: version(
      2,
      z.strictObject({
        userId: userId(),
        oauthProviders: z.array(OauthProviderParams).min(1).describe('The identities to link.'),
      }),
    ),
    result: version(2, CreatedProviders),
    policy: { resource: 'CREDENTIAL', action: 'CREATE' },
    errors: [
      'INVALID_OIDC_TOKEN',
      'UNPROVED_OIDC_CLAIMS',
      'RESOURCE_NOT_FOUND',
      'OAUTH_PROVIDER_ALREADY_EXISTS',
      'RESOURCE_LIMIT_EXCEEDED',
      'AUTH_PROXY_USER_PROTECTED',
    ],
    example: {
      parameters: { userId: example.userId, oauthProviders: [example.oauthProvider] },
      result: { providerIds: [example.oauthProviderRecord.providerId] },
    },
  },
  superseded(1, {
    change: 'Version 2 also accepts the claims of an identity instead of a token.',
    parameters: z.strictObject({
      userId: userId(),
      oauthProviders: z.array(OauthProviderParamsByToken).min(1).describe('The identities to link.'),
    }),
    upgrade: (v1) => v1,
    result: version(1, CreatedProviders),
    example: { userId: example.userId, oauthProviders: [example.oauthProvider] },
  }),
);
