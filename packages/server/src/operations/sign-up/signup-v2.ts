import createSubOrganization from '@mintmark/schema/operations/organizations/create-sub-organization';
import signupV2 from '@mintmark/schema/operations/sign-up/signup-v2';
import type { z } from 'zod';
import { answerProxy, type ProxyContext } from '../../core/handlers/answer-proxy.ts';
import { ApiError } from '../../core/model/api-error.ts';
import type { UsageLimits } from '../../core/ports/usage-limits.ts';
import { requireBoundIdentities } from '../../identity/auth-proxy/require-bound-identities.ts';
import { requireIssuer, requireIssuerOf, requireMethod } from '../../identity/auth-proxy/require-method.ts';
import { signUpCosts } from '../../identity/auth-proxy/sign-up-costs.ts';
import { methodOfOtp } from '../../identity/organizations/auth-proxy-settings.ts';
import { readToken } from '../../identity/verification-tokens/read-token.ts';

type Request = z.output<typeof signupV2.request>;

export default answerProxy(signupV2, signUp, { weigh });

async function signUp(context: ProxyContext, request: Request) {
  const { userTag, organizationName, verificationToken, clientSignature, wallet, ...given } = request;
  const user = { ...contactOf(verificationToken), ...given };
  requireMethods(context, user, verificationToken);
  requireBoundIdentities(user);
  const userName = user.userName ?? user.userEmail ?? user.userPhoneNumber ?? 'user';
  const parameters = {
    subOrganizationName: organizationName ?? userName,
    rootUsers: [{ ...user, userName }],
    rootQuorumThreshold: 1,
    ...(wallet && { wallet }),
    ...(verificationToken && { verificationToken }),
    ...(clientSignature && { clientSignature }),
  };
  const { result: made, appProofs } = await context.runProved(createSubOrganization, parameters, {
    ...(userTag !== undefined && { signUp: { userTag } }),
    fieldsAt: 'parameters.rootUsers.0',
  });
  const [userId] = made.rootUserIds ?? [];
  if (userId === undefined) throw new Error('a sub-organization was created without its root user');
  return { organizationId: made.subOrganizationId, userId, ...(made.wallet && { wallet: made.wallet }), appProofs };
}

/** What a sign-up costs; refuses more accounts than a stranger may have. */
function weigh({ apiKeys, authenticators, oauthProviders, wallet }: Request, { signUpAccounts }: UsageLimits): number {
  const accounts = wallet?.accounts.length ?? 0;
  if (accounts > signUpAccounts)
    throw new ApiError('RESOURCE_LIMIT_EXCEEDED', `a sign-up can have at most ${signUpAccounts} wallet accounts`);
  const credentials = apiKeys.length + authenticators.length + oauthProviders.length;
  return (
    signUpCosts.organization +
    signUpCosts.credential * credentials +
    (wallet ? signUpCosts.wallet : 0) +
    signUpCosts.account * accounts
  );
}

/**
 * The contact that a token proves. The token is not verified here but by the activity, which a repetition does not run again:
 * by then the token may have expired, and it is used.
 */
function contactOf(verificationToken: string | undefined): Pick<Request, 'userEmail' | 'userPhoneNumber'> {
  if (verificationToken === undefined) return {};
  const { verification_type: type, contact } = readToken(verificationToken);
  return type === 'OTP_TYPE_EMAIL' ? { userEmail: contact } : { userPhoneNumber: contact };
}

type User = Pick<Request, 'apiKeys' | 'authenticators' | 'oauthProviders' | 'userEmail' | 'userPhoneNumber'>;

/** Refuses credentials of a kind that the configuration does not allow. */
function requireMethods(context: ProxyContext, user: User, verificationToken: string | undefined): void {
  const { settings } = context;
  const { apiKeys, authenticators, oauthProviders, userEmail, userPhoneNumber } = user;
  if (verificationToken !== undefined)
    requireMethod(settings, methodOfOtp[readToken(verificationToken).verification_type]);
  if (userEmail !== undefined) requireMethod(settings, 'AUTH_METHOD_EMAIL');
  if (userPhoneNumber !== undefined) requireMethod(settings, 'AUTH_METHOD_SMS');
  if (authenticators.length > 0) requireMethod(settings, 'AUTH_METHOD_PASSKEY');
  // A key that expires is a session of a user who also has another way to sign in.
  const isLasting = authenticators.length > 0 || oauthProviders.length > 0 || userEmail || userPhoneNumber;
  if (apiKeys.some(({ expirationSeconds }) => expirationSeconds === undefined || !isLasting))
    requireMethod(settings, 'AUTH_METHOD_API_KEY');
  for (const { oidcToken, oidcClaims } of oauthProviders) {
    requireMethod(settings, 'AUTH_METHOD_OAUTH');
    if (oidcToken !== undefined) requireIssuerOf(context, oidcToken);
    if (oidcClaims) requireIssuer(context, oidcClaims.iss);
  }
}
