import initOtp from '@mintmark/schema/operations/sessions/init-otp';
import otpInitV2 from '@mintmark/schema/operations/sign-up/otp-init-v2';
import { requireMethod } from '../../auth-proxy/require-method.ts';
import { answerProxy } from '../../contract/answer-proxy.ts';
import { methodOfOtp } from '../../organizations/auth-proxy-settings.ts';

export default answerProxy(otpInitV2, async ({ organization, settings, run }, { otpType, contact }) => {
  requireMethod(settings, methodOfOtp[otpType]);
  const { emailCustomizationParams: email = {}, smsCustomizationParams: sms = {} } = settings;
  const { sendFromEmailAddress, sendFromEmailSenderName, replyToEmailAddress } = settings;
  const parameters = {
    otpType,
    contact,
    appName: email.appName || organization.name,
    otpLength: settings.otpLength,
    alphanumeric: settings.otpAlphanumeric,
    expirationSeconds: String(settings.otpExpirationSeconds),
    emailCustomization: {
      ...(email.logoUrl && { logoUrl: email.logoUrl }),
      ...(email.magicLinkTemplate && { magicLinkTemplate: email.magicLinkTemplate }),
    },
    smsCustomization: { ...(sms.template && { template: sms.template }) },
    ...(sendFromEmailAddress && { sendFromEmailAddress }),
    ...(sendFromEmailSenderName && { sendFromEmailSenderName }),
    ...(replyToEmailAddress && { replyToEmailAddress }),
  };
  return run(initOtp, parameters, { fieldsAt: 'parameters' });
});
