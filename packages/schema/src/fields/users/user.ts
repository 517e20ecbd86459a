import { z } from 'zod';
import { component, type Rule } from '../../component.ts';
import { email, id, label, phoneNumber, storedLabel } from '../../vocabulary.ts';
import { ApiKey, ApiKeyParams } from '../credentials/api-key.ts';
import { Authenticator, AuthenticatorParams } from '../credentials/authenticator.ts';
import { OauthProvider, OauthProviderParams, provedClaims } from '../credentials/oauth-provider.ts';
import { Timestamp } from '../timestamp.ts';

/** The credentials that a new user starts with. Each list is required, but may be empty. */
export const initialCredentials = {
  apiKeys: z.array(ApiKeyParams).describe('API keys of the user; may be empty.'),
  authenticators: z.array(AuthenticatorParams).describe('Passkeys of the user; may be empty.'),
  oauthProviders: z.array(OauthProviderParams).describe('Linked OpenID Connect identities of the user; may be empty.'),
};

export const userName = (spelled = label) => spelled('Human-readable name of the user.', 'Ada Lovelace');
export const userEmail = () => email('E-mail address of the user.');
export const userPhoneNumber = () => phoneNumber('Phone number of the user, in E.164 form.');
export const userTags = () => z.array(id('A user tag.')).describe('Tags of the user, by ID; may be empty.');

/** A user without a credential could never act. */
const someCredential: Rule<{
  readonly apiKeys: readonly unknown[];
  readonly authenticators: readonly unknown[];
  readonly oauthProviders: readonly unknown[];
  readonly userEmail?: string | undefined;
  readonly userPhoneNumber?: string | undefined;
}> = {
  error: 'MISSING_CREDENTIAL',
  description:
    'A user needs at least one valid credential: an API key, an authenticator, an OAuth provider, or an e-mail address or phone number whose login method (e-mail, e-mail OTP or SMS) is enabled on the organization.',
  holds: (user) =>
    user.apiKeys.length > 0 ||
    user.authenticators.length > 0 ||
    user.oauthProviders.length > 0 ||
    user.userEmail !== undefined ||
    user.userPhoneNumber !== undefined,
};

export const UserParams = component(
  'UserParams',
  'A user to create.',
  z.strictObject({
    userName: userName(),
    userEmail: userEmail().optional(),
    userPhoneNumber: userPhoneNumber().optional(),
    ...initialCredentials,
    userTags: userTags(),
  }),
  [someCredential],
);

export const RootUserParams = component(
  'RootUserParams',
  'A root user of a new sub-organization.',
  z.strictObject({
    userName: userName(),
    userEmail: userEmail().optional(),
    userPhoneNumber: userPhoneNumber().optional(),
    ...initialCredentials,
  }),
  [someCredential, provedClaims],
);

export const User = component(
  'User',
  'A user of an organization, with its credentials.',
  z.object({
    userId: id('The user.'),
    userName: userName(storedLabel),
    userEmail: userEmail().optional(),
    userPhoneNumber: userPhoneNumber().optional(),
    authenticators: z.array(Authenticator).describe('Passkeys of the user.'),
    apiKeys: z.array(ApiKey).describe('API keys of the user.'),
    userTags: z.array(id('A user tag.')).describe('Tags of the user, by ID.'),
    oauthProviders: z.array(OauthProvider).describe('OpenID Connect identities that are linked to the user.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
);
