import { z } from 'zod';
import { defineActivity, superseded, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { ApiKeyParams, ApiKeyParamsWithoutCurve } from '../../fields/credentials/api-key.ts';
import { AuthenticatorParams } from '../../fields/credentials/authenticator.ts';
import { OauthProviderParamsByToken } from '../../fields/credentials/oauth-provider.ts';
import { reachableThreshold, threshold } from '../../fields/organizations/root-quorum.ts';
import { ClientSignature } from '../../fields/sessions/client-signature.ts';
import { RootUserParams, userEmail, userName, userPhoneNumber } from '../../fields/users/user.ts';
import { WalletParams, WalletResult } from '../../fields/wallets/wallet.ts';
import { flag, id, jwt, labelOrEmpty } from '../../vocabulary.ts';

const subOrganizationName = () => labelOrEmpty('Human-readable name of the sub-organization; may be empty.', 'Ada');

const settingsV4 = {
  rootQuorumThreshold: threshold(),
  wallet: WalletParams.optional(),
  disableEmailRecovery: flag('Whether to disable recovery of users by e-mail.').optional(),
  disableEmailAuth: flag('Whether to disable login by e-mail.').optional(),
};

const settings = {
  ...settingsV4,
  disableSmsAuth: flag('Whether to disable login by SMS.').optional(),
  disableOtpEmailAuth: flag('Whether to disable login with a one-time passcode sent by e-mail.').optional(),
  verificationToken: jwt(
    'Token that proves ownership of the e-mail address or phone number of a root user, which then counts as verified.',
  ).optional(),
  clientSignature: ClientSignature.optional(),
};

const RootUserParamsV7 = z.strictObject({
  userName: userName(),
  userEmail: userEmail().optional(),
  userPhoneNumber: userPhoneNumber().optional(),
  apiKeys: z.array(ApiKeyParams).describe('API keys of the user.'),
  authenticators: z.array(AuthenticatorParams).describe('Passkeys of the user.'),
  oauthProviders: z.array(OauthProviderParamsByToken).describe('Linked OpenID Connect identities of the user.'),
});

const RootUserParamsV6 = RootUserParamsV7.omit({ userPhoneNumber: true });

const RootUserParamsV5 = RootUserParamsV6.extend({
  apiKeys: z.array(ApiKeyParamsWithoutCurve).describe('P-256 API keys of the user.'),
});

const RootUserParamsV4 = RootUserParamsV5.omit({ oauthProviders: true });

const withCurve = (apiKeys: readonly z.output<typeof ApiKeyParamsWithoutCurve>[]) =>
  apiKeys.map((apiKey) => ({ ...apiKey, curveType: 'API_KEY_CURVE_P256' as const }));

const CreatedSubOrganization = z.object({
  subOrganizationId: id('The sub-organization.'),
  wallet: WalletResult.optional(),
  rootUserIds: z.array(id('A root user.')).describe('The root users, in the order of the request.').optional(),
});

export default defineActivity(
  'create_sub_organization',
  {
    tag: 'Organizations',
    summary: 'Create a sub-organization',
    description:
      'Creates a sub-organization with its root users and, if requested, a wallet. Only a parent organization has sub-organizations; it can read them but not write to them.',
    intent: version(
      8,
      z.strictObject({
        subOrganizationName: subOrganizationName(),
        rootUsers: z.array(RootUserParams).describe('The root users of the sub-organization.'),
        ...settings,
      }),
    ),
    rules: [
      {
        ...reachableThreshold,
        path: 'rootQuorumThreshold',
        holds: ({ rootQuorumThreshold, rootUsers }) => rootQuorumThreshold <= rootUsers.length,
      },
    ],
    result: version(8, CreatedSubOrganization),
    policy: { resource: 'ORGANIZATION', action: 'CREATE' },
    errors: [
      'INVALID_ATTESTATION',
      'INVALID_OIDC_TOKEN',
      'INVALID_CLIENT_SIGNATURE',
      'INVALID_VERIFICATION_TOKEN',
      'INVALID_ACTIVITY_CALLER',
      'ALREADY_EXISTS',
      'OAUTH_PROVIDER_ALREADY_EXISTS',
      'RESOURCE_LIMIT_EXCEEDED',
    ],
    example: {
      parameters: {
        subOrganizationName: 'Ada',
        rootUsers: [
          {
            userName: example.userName,
            userEmail: example.userEmail,
            apiKeys: [],
            authenticators: [example.authenticator],
            oauthProviders: [],
          },
        ],
        rootQuorumThreshold: 1,
        wallet: example.wallet,
      },
      result: {
        subOrganizationId: example.subOrganizationId,
        wallet: { walletId: example.walletId, addresses: [example.walletAddress] },
        rootUserIds: [example.userId],
      },
    },
  },
  superseded(7, {
    change: 'Version 8 also accepts the claims of an OAuth provider instead of a token.',
    parameters: z.strictObject({
      subOrganizationName: subOrganizationName(),
      rootUsers: z.array(RootUserParamsV7).describe('The root users of the sub-organization.'),
      ...settings,
    }),
    upgrade: (v7) => v7,
    result: version(7, CreatedSubOrganization),
    example: {
      subOrganizationName: 'Ada',
      rootUsers: [
        {
          userName: example.userName,
          userEmail: example.userEmail,
          apiKeys: [],
          authenticators: [],
          oauthProviders: [example.oauthProvider],
        },
      ],
      rootQuorumThreshold: 1,
    },
  }),
  superseded(6, {
    change: 'Version 7 added phone numbers, options to disable two login methods, and proof of a contact.',
    parameters: z.strictObject({
      subOrganizationName: subOrganizationName(),
      rootUsers: z.array(RootUserParamsV6).describe('The root users of the sub-organization.'),
      ...settingsV4,
    }),
    upgrade: (v6) => v6,
    result: version(6, CreatedSubOrganization),
    example: {
      subOrganizationName: 'Ada',
      rootUsers: [
        {
          userName: example.userName,
          userEmail: example.userEmail,
          apiKeys: [example.apiKey],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
    },
  }),
  superseded(5, {
    change: 'Version 6 added the curve of an API key.',
    parameters: z.strictObject({
      subOrganizationName: subOrganizationName(),
      rootUsers: z.array(RootUserParamsV5).describe('The root users of the sub-organization.'),
      ...settingsV4,
    }),
    upgrade: (v5) => ({
      ...v5,
      rootUsers: v5.rootUsers.map((user) => ({ ...user, apiKeys: withCurve(user.apiKeys) })),
    }),
    result: version(5, CreatedSubOrganization),
    example: {
      subOrganizationName: 'Ada',
      rootUsers: [
        {
          userName: example.userName,
          userEmail: example.userEmail,
          apiKeys: [{ apiKeyName: example.apiKey.apiKeyName, publicKey: example.apiKey.publicKey }],
          authenticators: [],
          oauthProviders: [],
        },
      ],
      rootQuorumThreshold: 1,
    },
  }),
  superseded(4, {
    change: 'Version 5 added OAuth providers.',
    parameters: z.strictObject({
      subOrganizationName: subOrganizationName(),
      rootUsers: z.array(RootUserParamsV4).describe('The root users of the sub-organization.'),
      ...settingsV4,
    }),
    upgrade: (v4) => ({
      ...v4,
      rootUsers: v4.rootUsers.map((user) => ({ ...user, apiKeys: withCurve(user.apiKeys), oauthProviders: [] })),
    }),
    result: version(4, CreatedSubOrganization),
    example: {
      subOrganizationName: 'Ada',
      rootUsers: [
        {
          userName: example.userName,
          userEmail: example.userEmail,
          apiKeys: [{ apiKeyName: example.apiKey.apiKeyName, publicKey: example.apiKey.publicKey }],
          authenticators: [],
        },
      ],
      rootQuorumThreshold: 1,
    },
  }),
);
