import initOtp from '@mintmark/schema/operations/sessions/init-otp';
import type { z } from 'zod';
import { type ActivityContext, implement, type ReadContext } from '../../core/handlers/implement.ts';
import { tenantIdOf } from '../../core/model/organization.ts';
import { requireMessageBudget, takeMessage } from '../../identity/messages/message-budget.ts';
import { choosesWords, readParentsWords } from '../../identity/passcodes/message-words.ts';
import { otpTypes, requireOtpType } from '../../identity/passcodes/otp-types.ts';
import { createPasscode, insertPasscode } from '../../identity/passcodes/passcode.ts';
import { checkMessage, leaveMessage, requireSending } from '../../identity/passcodes/passcode-message.ts';
import { requesterOf } from '../../identity/passcodes/requester.ts';
import { usersWithContact, verifiedColumn } from '../../identity/users/users-with-contact.ts';

type Parameters = z.output<typeof initOtp.parameters>;

const defaultSeconds = 300;
const defaultLength = 9;

export default implement(initOtp, {
  policyParameters: ({ otpLength = defaultLength }) => ({ otp_length: BigInt(otpLength) }),
  byParent: true,
  byProxy: true,
  async inputs(context, { otpType }) {
    await requireOtpType(context, otpType);
  },
  async prepare(context, parameters) {
    const { organization, caller, services, read } = context;
    if (choosesWords(caller)) checkMessage(services, parameters);
    requireSending(services, parameters);
    await read(async (sql) => {
      const { requester } = await readReceiver({ sql, organization, caller, services }, parameters);
      const counted = { sql, services, tenantId: tenantIdOf(organization), now: services.clock() };
      await requireMessageBudget(counted, requester);
    });
    const { otpLength: length = defaultLength, alphanumeric: isAlphanumeric = true } = parameters;
    return await createPasscode(context, { length, isAlphanumeric });
  },
  async execute(context, parameters, { code, privateKey, otpEncryptionTargetBundle }) {
    const { organization, caller, services, activityId: otpId } = context;
    const { otpType: type, contact } = parameters;
    const lifeSeconds = Number(parameters.expirationSeconds ?? defaultSeconds);
    const { isKnown, requester: account } = await readReceiver(context, parameters);
    await takeMessage({ ...context, tenantId: tenantIdOf(organization) }, account);
    const { requester } = account;
    const expiresAt = await insertPasscode(context, { type, contact, requester, code, privateKey, lifeSeconds });
    const words = choosesWords(caller) ? parameters : await readParentsWords(context, services.mail);
    // Whoever asks must not learn who the users are, so nothing but the delivery differs.
    const isSilent = organization.parentId !== null && !isKnown;
    await leaveMessage(context, parameters, words, { code, lifeSeconds, expiresAt, isSilent });
    return { otpId, otpEncryptionTargetBundle };
  },
});

/** Whether a user of the organization has the contact, and who asks for the code. */
async function readReceiver(
  context: ReadContext & Pick<ActivityContext, 'caller' | 'services'>,
  { otpType, contact, userIdentifier }: Parameters,
) {
  const { caller, organization, services } = context;
  const { contact: kind } = otpTypes[otpType];
  // A top-level organization sends codes to everybody.
  const users = organization.parentId === null ? [] : await usersWithContact(context, kind, contact);
  const isVerifiedHere = users.some((user) => user[verifiedColumn[kind]]);
  const requester = requesterOf(services, { caller, organization, contact, userIdentifier, isVerifiedHere });
  return { isKnown: users.length > 0, requester };
}
