import initOtp from '@mintmark/schema/operations/sessions/init-otp';
import otpInitV2 from '@mintmark/schema/operations/sign-up/otp-init-v2';
import { answerProxy } from '../../core/handlers/answer-proxy.ts';
import { requireMethod } from '../../identity/auth-proxy/require-method.ts';
import { methodOfOtp } from '../../identity/organizations/auth-proxy-settings.ts';
import { wordsOf } from '../../identity/passcodes/message-words.ts';
import { otpTypes } from '../../identity/passcodes/otp-types.ts';

export default answerProxy(otpInitV2, async (context, { otpType, contact }) => {
  const { organization, settings, run, findStamper } = context;
  requireMethod(settings, methodOfOtp[otpType]);
  const account = await findStamper(otpTypes[otpType].contact, contact);
  const parameters = {
    otpType,
    contact,
    ...wordsOf(settings, organization),
    otpLength: settings.otpLength,
    alphanumeric: settings.otpAlphanumeric,
    expirationSeconds: String(settings.otpExpirationSeconds),
  };
  return run(initOtp, parameters, { fieldsAt: 'parameters', ...(account !== undefined && { account }) });
});
