import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { ApiKeyParams, ApiKeyParamsWithoutCurve } from '../../fields/credentials/api-key.ts';
import { AuthenticatorParams } from '../../fields/credentials/authenticator.ts';
import { OauthProviderParamsByToken } from '../../fields/credentials/oauth-provider.ts';
import { UserParams, userEmail, userName, userPhoneNumber, userTags } from '../../fields/users/user.ts';
import { id } from '../../vocabulary.ts';

const UserParamsV3 = z.strictObject({
  userName: userName(),
  userEmail: userEmail().optional(),
  userPhoneNumber: userPhoneNumber().optional(),
  apiKeys: z.array(ApiKeyParams).describe('API keys of the user.'),
  authenticators: z.array(AuthenticatorParams).describe('Passkeys of the user.'),
  oauthProviders: z.array(OauthProviderParamsByToken).describe('Linked OpenID Connect identities of the user.'),
  userTags: userTags(),
});

const UserParamsV2 = z.strictObject({
  userName: userName(),
  userEmail: userEmail().optional(),
  apiKeys: z.array(ApiKeyParamsWithoutCurve).describe('P-256 API keys of the user.'),
  authenticators: z.array(AuthenticatorParams).describe('Passkeys of the user.'),
  userTags: userTags(),
});

export default defineActivity(
  'create_users',
  {
    tag: 'Users',
    summary: 'Create users',
    description: 'Adds users to the organization, each with its credentials. Either all of them are created or none.',
    intent: version(4, z.strictObject({ users: z.array(UserParams).describe('The users to create.') })),
    result: version(
      1,
      z.object({ userIds: z.array(id('A user.')).describe('IDs of the created users, in the order of the request.') }),
    ),
    policy: { resource: 'USER', action: 'CREATE' },
    errors: [
      'INVALID_ATTESTATION',
      'INVALID_OIDC_TOKEN',
      'UNPROVED_OIDC_CLAIMS',
      'RESOURCE_NOT_FOUND',
      'ALREADY_EXISTS',
      'OAUTH_PROVIDER_ALREADY_EXISTS',
      'RESOURCE_LIMIT_EXCEEDED',
    ],
    example: {
      parameters: {
        users: [
          {
            userName: example.userName,
            userEmail: example.userEmail,
            userPhoneNumber: example.userPhoneNumber,
            apiKeys: [example.apiKey],
            authenticators: [example.authenticator],
            oauthProviders: [],
            userTags: [example.userTagId],
          },
        ],
      },
      result: { userIds: [example.userId] },
    },
  },
  superseded(3, {
    change: 'Version 4 also accepts the claims of an OAuth provider instead of a token.',
    parameters: z.strictObject({ users: z.array(UserParamsV3).describe('The users to create.') }),
    upgrade: (v3) => v3,
    example: {
      users: [
        {
          userName: example.userName,
          userEmail: example.userEmail,
          apiKeys: [example.apiKey],
          authenticators: [],
          oauthProviders: [example.oauthProvider],
          userTags: [],
        },
      ],
    },
  }),
  superseded(2, {
    change: 'Version 3 added phone numbers, OAuth providers and the curve of an API key.',
    parameters: z.strictObject({ users: z.array(UserParamsV2).describe('The users to create.') }),
    upgrade: ({ users }) => ({
      users: users.map((user) => ({
        ...user,
        apiKeys: user.apiKeys.map((apiKey) => ({ ...apiKey, curveType: 'API_KEY_CURVE_P256' as const })),
        oauthProviders: [],
      })),
    }),
    example: {
      users: [
        {
          userName: example.userName,
          userEmail: example.userEmail,
          apiKeys: [{ apiKeyName: example.apiKey.apiKeyName, publicKey: example.apiKey.publicKey }],
          authenticators: [],
          userTags: [],
        },
      ],
    },
  }),
);
