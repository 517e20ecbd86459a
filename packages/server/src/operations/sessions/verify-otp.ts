import { VerifyOtpParametersV1 } from '@mintmark/schema/fields/sessions/older-logins';
import verifyOtp from '@mintmark/schema/operations/sessions/verify-otp';
import { type ActivityContext, implement } from '../../core/handlers/implement.ts';
import { ApiError } from '../../core/model/api-error.ts';
import { parseKey } from '../../identity/credentials/api-keys.ts';
import { requireOtpV1 } from '../../identity/passcodes/otp-v1.ts';
import { openAttempt, requireCode, takeTry, usePasscode } from '../../identity/passcodes/passcode.ts';
import { issueToken } from '../../identity/verification-tokens/verification-token.ts';

const submitters = { byParent: true, byProxy: true } as const;

const execute = async (
  context: ActivityContext,
  { otpId }: { readonly otpId: string },
  { verificationToken }: { readonly verificationToken: string },
) => {
  await usePasscode(context, otpId);
  return { verificationToken };
};

export default implement(verifyOtp, {
  ...submitters,
  inputs: async () => undefined,
  async prepare(context, { otpId, encryptedOtpBundle, expirationSeconds }) {
    const passcode = await takeTry(context, otpId);
    const { code, publicKey } = await openAttempt(context, passcode, encryptedOtpBundle);
    requireCode(context, passcode, code);
    return { verificationToken: await issueToken(context, { ...passcode, publicKey, expirationSeconds }) };
  },
  execute,
  older: {
    1: implement(
      { ...verifyOtp, parameters: VerifyOtpParametersV1 },
      {
        ...submitters,
        async inputs({ services }, { publicKey }) {
          requireOtpV1(services);
          if (publicKey === undefined)
            throw new ApiError('INVALID_PUBLIC_KEY', 'a verification token is bound to a key: publicKey is required');
          return parseKey('p256', publicKey, 'parameters.publicKey');
        },
        async prepare(context, { otpId, otpCode, expirationSeconds }, publicKey) {
          const passcode = await takeTry(context, otpId);
          requireCode(context, passcode, otpCode);
          return { verificationToken: await issueToken(context, { ...passcode, publicKey, expirationSeconds }) };
        },
        execute,
      },
    ),
  },
});
