import verifyOtp from '@mintmark/schema/operations/sessions/verify-otp';
import otpVerifyV2 from '@mintmark/schema/operations/sign-up/otp-verify-v2';
import { answerProxy } from '../../core/handlers/answer-proxy.ts';

export default answerProxy(otpVerifyV2, ({ settings, run }, { otpId, encryptedOtpBundle }) => {
  const expirationSeconds = String(settings.verificationTokenExpirationSeconds);
  return run(verifyOtp, { otpId, encryptedOtpBundle, expirationSeconds }, { fieldsAt: 'parameters' });
});
