import otpLogin from '@mintmark/schema/operations/sessions/otp-login';
import otpLoginV2 from '@mintmark/schema/operations/sign-up/otp-login-v2';
import { answerProxy } from '../../core/handlers/answer-proxy.ts';
import { requireAccount } from '../../identity/auth-proxy/find-account.ts';
import { requireMethod } from '../../identity/auth-proxy/require-method.ts';
import { methodOfOtp } from '../../identity/organizations/auth-proxy-settings.ts';
import { soughtByToken } from '../../identity/verification-tokens/sought-contact.ts';
import { verifyToken } from '../../identity/verification-tokens/verification-token.ts';

export default answerProxy(otpLoginV2, async (context, { organizationId, ...login }) => {
  const { settings, run } = context;
  const claims = await verifyToken(context, login.verificationToken);
  requireMethod(settings, methodOfOtp[claims.verification_type]);
  const organization = await requireAccount(context, organizationId, async () => soughtByToken(claims));
  const parameters = { ...login, expirationSeconds: String(settings.sessionExpirationSeconds) };
  return run(otpLogin, parameters, { organization, fieldsAt: 'parameters' });
});
