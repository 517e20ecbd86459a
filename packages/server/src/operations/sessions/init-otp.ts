import initOtp from '@mintmark/schema/operations/sessions/init-otp';
import { implement } from '../../contract/implement.ts';
import { otpTypes, requireOtpType } from '../../passcodes/otp-types.ts';
import { createPasscode, insertPasscode, requireFurtherPasscode } from '../../passcodes/passcode.ts';
import { checkMessage, leaveMessage, requireSending } from '../../passcodes/passcode-message.ts';
import { usersWithContact } from '../../users/users-with-contact.ts';

const usualSeconds = 300;
const usualLength = 9;

export default implement(initOtp, {
  policyParameters: ({ otpLength = usualLength }) => ({ otp_length: BigInt(otpLength) }),
  byParent: true,
  byProxy: true,
  async inputs(context, parameters) {
    checkMessage(context.services, parameters);
    await requireOtpType(context, parameters.otpType);
    await requireFurtherPasscode(context, parameters);
  },
  async prepare(context, parameters) {
    requireSending(context.services, parameters);
    const { otpLength: length = usualLength, alphanumeric: isAlphanumeric = true } = parameters;
    return await createPasscode(context, { length, isAlphanumeric });
  },
  async execute(context, parameters, { code, privateKey, otpEncryptionTargetBundle }) {
    const { organization, activityId: otpId } = context;
    const { otpType: type, contact, userIdentifier } = parameters;
    const lifeSeconds = Number(parameters.expirationSeconds ?? usualSeconds);
    const expiresAt = await insertPasscode(context, { type, contact, userIdentifier, code, privateKey, lifeSeconds });
    // Whoever asks must not learn who the users are, so nothing but the delivery differs.
    const known = await usersWithContact(context, otpTypes[type].contact, contact);
    const isSilent = organization.parentId !== null && known.length === 0;
    await leaveMessage(context, parameters, { code, lifeSeconds, expiresAt, isSilent });
    return { otpId, otpEncryptionTargetBundle };
  },
});
