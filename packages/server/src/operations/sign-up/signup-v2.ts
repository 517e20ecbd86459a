import createSubOrganization from '@mintmark/schema/operations/organizations/create-sub-organization';
import signupV2 from '@mintmark/schema/operations/sign-up/signup-v2';
import type { z } from 'zod';
import { allowsMethod, type ProxySettings } from '../../auth-proxy/settings.ts';
import { ApiError } from '../../contract/api-error.ts';
import { answerProxy } from '../../contract/implement.ts';

type Request = z.output<typeof signupV2.request>;

export default answerProxy(signupV2, async ({ settings, run }, request) => {
  requireMethods(settings, request);
  const { userTag, organizationName, verificationToken, clientSignature, wallet, ...user } = request;
  const userName = user.userName ?? user.userEmail ?? user.userPhoneNumber ?? 'user';
  const parameters = {
    subOrganizationName: organizationName ?? userName,
    rootUsers: [{ ...user, userName }],
    rootQuorumThreshold: 1,
    ...(wallet && { wallet }),
    ...(verificationToken && { verificationToken }),
    ...(clientSignature && { clientSignature }),
  };
  const made = await run(createSubOrganization, parameters, {
    ...(userTag !== undefined && { signUp: { userTag } }),
    fieldsAt: 'parameters.rootUsers.0',
  });
  const [userId] = made.rootUserIds ?? [];
  if (userId === undefined) throw new Error('a sub-organization was made without its root user');
  return { organizationId: made.subOrganizationId, userId, ...(made.wallet && { wallet: made.wallet }) };
});

/** Refuses credentials of a kind that the configuration does not allow. */
function requireMethods(
  settings: ProxySettings,
  { apiKeys, authenticators, oauthProviders, ...request }: Request,
): void {
  const { userEmail, userPhoneNumber } = request;
  const isLasting = authenticators.length > 0 || oauthProviders.length > 0 || userEmail || userPhoneNumber;
  const used = {
    // A key that expires is a session of a user who also has another way to sign in.
    AUTH_METHOD_API_KEY: apiKeys.some(({ expirationSeconds }) => expirationSeconds === undefined || !isLasting),
    AUTH_METHOD_PASSKEY: authenticators.length > 0,
    AUTH_METHOD_OAUTH: oauthProviders.length > 0,
    AUTH_METHOD_EMAIL: userEmail !== undefined,
    AUTH_METHOD_SMS: userPhoneNumber !== undefined,
  } satisfies Record<ProxySettings['allowedAuthMethods'][number], boolean>;
  for (const [method, isUsed] of Object.entries(used) as [keyof typeof used, boolean][])
    if (isUsed && !allowsMethod(settings, method)) throw new ApiError('AUTH_METHOD_NOT_ALLOWED');
}
