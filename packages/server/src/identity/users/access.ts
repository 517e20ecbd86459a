import type { ChangeContext } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { Services } from '../../core/ports/services.ts';
import { allowedOrigins } from '../organizations/allowed-origins.ts';
import { readProxy } from '../organizations/auth-proxy-row.ts';
import { methodOfOtp, readSettings } from '../organizations/auth-proxy-settings.ts';
import { readFeatures } from '../organizations/features.ts';
import { type Contact, type LoginFeature, loginContacts, offeredLogins } from '../organizations/login-methods.ts';
import { requireOrganization } from '../organizations/organization-row.ts';
import { type OtpTypeName, otpTypes } from '../passcodes/otp-types.ts';
import { readUsers, type UserRow } from './user-record.ts';
import { meantByContact, verifiedColumn } from './users-with-contact.ts';

/** Whether somebody can act: 2 permanent, 1 temporary (until a key expires), 0 none. */
export type Access = 0 | 1 | 2;

/** What access depends on besides the users. */
export interface Circumstances {
  /** The contacts by which users can log in. */
  readonly logins: ReadonlySet<Contact>;
  /** The issuers whose tokens are accepted. */
  readonly allowsIssuer: (issuer: string) => boolean;
  /** The origins whose passkeys are accepted, if the tenant has a list. */
  readonly origins?: readonly string[];
  readonly now: Date;
}

export interface UserAccess extends Pick<UserRow, 'email' | 'phoneNumber' | 'isRoot'> {
  readonly apiKeys: readonly Pick<UserRow['apiKeys'][number], 'expiresAt'>[];
  readonly authenticators: readonly Pick<UserRow['authenticators'][number], 'rpId'>[];
  readonly oauthProviders: readonly Pick<UserRow['oauthProviders'][number], 'issuer'>[];
}

/** The access of a user, given its credentials that are not deleted. */
export function accessOfUser(user: UserAccess, { logins, allowsIssuer, origins, now }: Circumstances): Access {
  const isPermanent =
    user.authenticators.some(({ rpId }) => origins === undefined || isUsableAt(rpId, origins)) ||
    user.apiKeys.some(({ expiresAt }) => expiresAt === null) ||
    user.oauthProviders.some(({ issuer }) => allowsIssuer(issuer)) ||
    [...logins].some((contact) => user[contact] !== null);
  if (isPermanent) return 2;
  return user.apiKeys.some(({ expiresAt }) => expiresAt !== null && expiresAt > now) ? 1 : 0;
}

/** The access of an organization: 2 if enough root users have permanent access, 1 if enough have any. */
export function accessOfOrganization(
  users: readonly UserAccess[],
  rootThreshold: number,
  circumstances: Circumstances,
): Access {
  const roots = users.filter(({ isRoot }) => isRoot).map((user) => accessOfUser(user, circumstances));
  const have = (min: Access) => roots.filter((access) => access >= min).length >= rootThreshold;
  if (have(2)) return 2;
  return have(1) ? 1 : 0;
}

/** A passkey works at its relying party's host and below it. */
const isUsableAt = (rpId: string, origins: readonly string[]) =>
  origins.some((origin) => {
    const { hostname } = new URL(origin);
    return hostname === rpId || hostname.endsWith(`.${rpId}`);
  });

/** What decides about access besides the rows. */
export interface AccessContext extends ChangeContext {
  readonly services: Pick<Services, 'macs' | 'mail' | 'sms' | 'oidc'>;
}

interface Limits {
  /** The user whose credentials or contacts are changed: its access may not become lower either. */
  readonly userId?: string;
  /** The access that the organization must have afterwards, even if it had less before. */
  readonly min?: Access;
}

/**
 * Runs a change that may take access away, and refuses it if the organization, or the user concerned, has less access
 * afterwards. A credential that gives no access, such as an expired key, can always be removed.
 *
 * The organization must be locked, so that nothing else changes between the two reads.
 */
export async function keepAccess<Result>(
  context: AccessContext,
  change: () => Promise<Result>,
  { userId, min = 0 }: Limits = {},
): Promise<Result> {
  const before = await readAccess(context, userId);
  const result = await change();
  const after = await readAccess(context, userId);
  if (after.user < before.user) throw new ApiError('MISSING_CREDENTIAL');
  if (after.organization < Math.max(before.organization, min)) throw new ApiError('QUORUM_UNREACHABLE');
  return result;
}

async function readAccess(context: AccessContext, userId: string | undefined) {
  const isTop = context.organization.parentId === null;
  const [everybody, features, allowed, requested, { rootThreshold }] = await Promise.all([
    readUsers(context),
    readFeatures(context),
    allowedOrigins(context),
    requestedLogins(context),
    // Read again, since the change may be to the threshold.
    requireOrganization(context),
  ]);
  const users = everybody.map((user) => withUsableContacts(user, everybody, { onlyVerified: isTop }));
  const circumstances = {
    logins: loginContacts(features, requested),
    allowsIssuer: context.services.oidc.allows,
    ...allowed,
    now: context.now,
  };
  const user = users.find((candidate) => candidate.id === userId?.toLowerCase());
  if (userId !== undefined && !user) throw new ApiError('RESOURCE_NOT_FOUND', 'no such user');
  return {
    organization: accessOfOrganization(users, rootThreshold, circumstances),
    user: user ? accessOfUser(user, circumstances) : 0,
  };
}

/** A user without the contacts by which no login finds it, because others have them too. */
function withUsableContacts<User extends ContactsOfUser>(
  user: User,
  users: readonly ContactsOfUser[],
  /** Whether a contact has to be verified: who names a top-level organization may mean one of its sub-organizations. */
  { onlyVerified }: { readonly onlyVerified: boolean },
): User {
  const isMeant = (contact: Contact) => {
    const having = users.filter((other) => other[contact] === user[contact]);
    const [one, another] = meantByContact(having, contact);
    return one?.id === user.id && !another && (one[verifiedColumn[contact]] || !onlyVerified);
  };
  return {
    ...user,
    email: isMeant('email') ? user.email : null,
    phoneNumber: isMeant('phoneNumber') ? user.phoneNumber : null,
  };
}

type ContactsOfUser = Pick<UserRow, 'id' | 'email' | 'emailVerified' | 'phoneNumber' | 'phoneNumberVerified'>;

/**
 * The login methods whose passcodes somebody requests for users who cannot stamp: the parent does, or the sign-up proxy of a
 * top-level organization, as far as its settings allow.
 */
async function requestedLogins(context: AccessContext): Promise<LoginFeature[]> {
  const offered = offeredLogins(context.services);
  if (context.organization.parentId !== null) return offered;
  const proxy = await readProxy(context);
  const methods = proxy ? readSettings(proxy).allowedAuthMethods : [];
  const types = (Object.keys(otpTypes) as OtpTypeName[]).filter((type) => methods.includes(methodOfOtp[type]));
  const requested = types.map((type) => otpTypes[type].feature);
  return offered.filter((feature) => requested.includes(feature));
}
