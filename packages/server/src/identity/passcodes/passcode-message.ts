import type initOtp from '@mintmark/schema/operations/sessions/init-otp';
import type { z } from 'zod';
import type { ActivityContext } from '../../core/handlers/implement.ts';
import { ActivityFailure, ApiError, fieldError } from '../../core/model/api-error.ts';
import type { Services } from '../../core/ports/services.ts';
import { mail } from '../../delivery/mail/mail.ts';
import { buildPasscodeMail, buildPasscodeText, isLinkTemplate } from '../../delivery/mail/passcode-mail.ts';
import { sms } from '../../delivery/mail/sms.ts';
import type { MessageWords } from './message-words.ts';

type Parameters = z.output<typeof initOtp.parameters>;

/** Refuses what no message could be made of. */
export function checkMessage({ mail }: Pick<Services, 'mail'>, parameters: Parameters): void {
  const { emailCustomization, sendFromEmailAddress } = parameters;
  const link = emailCustomization?.magicLinkTemplate;
  if (link !== undefined && !isLinkTemplate(link))
    throw fieldError(
      'parameters.emailCustomization.magicLinkTemplate',
      'invalid magic link template: must be an https URL with the code placeholder after its host',
    );
  if (sendFromEmailAddress !== undefined && mail && !mail.allowsSender(sendFromEmailAddress))
    throw new ApiError('EMAIL_SENDER_NOT_ALLOWED');
}

/** Fails if nothing could send the message. */
export function requireSending({ mail, sms }: Pick<Services, 'mail' | 'sms'>, { otpType }: Parameters): void {
  if (otpType === 'OTP_TYPE_EMAIL' && !mail) throw new ActivityFailure('EMAIL_SENDING_DISABLED');
  if (otpType === 'OTP_TYPE_SMS' && !sms) throw new ActivityFailure('SMS_SENDING_DISABLED');
}

interface Message {
  readonly code: string;
  readonly lifeSeconds: number;
  readonly expiresAt: Date;
  /** Whether nobody gets it. */
  readonly isSilent: boolean;
}

/** Leaves the message with a code in the outbox. */
export async function leaveMessage(
  { outbox, activityId }: Pick<ActivityContext, 'outbox' | 'activityId'>,
  { otpType, contact: to }: Pick<Parameters, 'otpType' | 'contact'>,
  words: MessageWords,
  { code, lifeSeconds, expiresAt, isSilent }: Message,
): Promise<void> {
  const { appName, emailCustomization, smsCustomization } = words;
  const passcode = { code, appName, minutes: Math.max(1, Math.floor(lifeSeconds / 60)) };
  const delivery = { to, isSilent, expiresAt: expiresAt.toISOString() };
  const options = { idempotencyKey: activityId };
  if (otpType === 'OTP_TYPE_SMS') {
    const text = buildPasscodeText({ ...passcode, template: smsCustomization?.template });
    return await outbox.leave(sms, { ...delivery, text }, options);
  }
  const { sendFromEmailAddress: from, sendFromEmailSenderName: fromName, replyToEmailAddress: replyTo } = words;
  const { logoUrl, magicLinkTemplate } = emailCustomization ?? {};
  const contents = {
    ...delivery,
    ...buildPasscodeMail({ ...passcode, logoUrl, magicLinkTemplate }),
    ...(from !== undefined && { from }),
    ...(fromName !== undefined && { fromName }),
    ...(replyTo !== undefined && { replyTo }),
  };
  await outbox.leave(mail, contents, options);
}
