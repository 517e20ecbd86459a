import { z } from 'zod';
import { defineProxy } from '../../define/define-proxy.ts';
import * as example from '../../examples/index.ts';
import { provedClaims } from '../../fields/credentials/oauth-provider.ts';
import { AppProof } from '../../fields/proofs/app-proof.ts';
import { ClientSignature } from '../../fields/sessions/client-signature.ts';
import { initialCredentials, userEmail, userName, userPhoneNumber } from '../../fields/users/user.ts';
import { WalletParams, WalletResult } from '../../fields/wallets/wallet.ts';
import { id, jwt, label, organizationId } from '../../vocabulary.ts';

export default defineProxy('signup_v2', {
  tag: 'Sign-up',
  summary: 'Sign up',
  description:
    'Onboards a new user: creates a sub-organization with the user as its root user and, if requested, a wallet. The same bytes sent again within 24 hours return the first response. The wallet has at most 10 accounts, unless the operator has set another limit; the user can create more accounts later.',
  repeatable: true,
  request: z.strictObject({
    userEmail: userEmail().optional(),
    userPhoneNumber: userPhoneNumber().optional(),
    userTag: label(
      'Name of a tag to put on the user; created in the sub-organization if it does not exist.',
      'beta',
    ).optional(),
    userName: userName().optional(),
    organizationName: label('Human-readable name of the sub-organization.', 'Ada').optional(),
    verificationToken: jwt('Token that proves ownership of the e-mail address or phone number.').optional(),
    ...initialCredentials,
    wallet: WalletParams.optional(),
    clientSignature: ClientSignature.optional(),
  }),
  rules: [provedClaims],
  response: z.object({
    organizationId: organizationId('The sub-organization.'),
    wallet: WalletResult.optional(),
    userId: id('The root user of the sub-organization.'),
    appProofs: z.array(AppProof).describe('Proofs of what was done.').optional(),
  }),
  errors: [
    'AUTH_METHOD_NOT_ALLOWED',
    'MISSING_CREDENTIAL',
    'INVALID_ATTESTATION',
    'INVALID_OIDC_TOKEN',
    'INVALID_CLIENT_SIGNATURE',
    'INVALID_VERIFICATION_TOKEN',
    'ALREADY_EXISTS',
    'OAUTH_PROVIDER_ALREADY_EXISTS',
    'RESOURCE_LIMIT_EXCEEDED',
  ],
  example: {
    request: {
      userEmail: example.userEmail,
      userName: example.userName,
      organizationName: 'Ada',
      apiKeys: [],
      authenticators: [example.authenticator],
      oauthProviders: [],
      wallet: example.wallet,
    },
    response: {
      organizationId: example.subOrganizationId,
      wallet: { walletId: example.walletId, addresses: [example.walletAddress] },
      userId: example.userId,
      appProofs: [example.appProof],
    },
  },
});
