import { attemptOf, sealCode } from '../passcodes.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['initOtp'],
  input: async (stage, requested) => ({
    otpId: requested?.output.otpId,
    encryptedOtpBundle: await sealCode(
      stage,
      stage.root,
      requested?.output,
      await stage.readCode(requested?.input.contact),
    ),
  }),
  fails: 'INVALID_OTP_BUNDLE',
  refusals: {
    INVALID_OTP_CODE: async (stage, call) => {
      const { root } = stage;
      const contact = stage.newEmail();
      const requested = await root.call('initOtpOrThrow', {
        otpType: 'OTP_TYPE_EMAIL',
        contact,
        appName: 'Conformance',
      });
      const encryptedOtpBundle = await sealCode(stage, root, requested, 'WRONG');
      return { ...call, input: { otpId: requested.otpId, encryptedOtpBundle } };
    },
    INVALID_OTP_BUNDLE: saying(() => ({ encryptedOtpBundle: '{}' })),
  },
  unprovoked: {
    INVALID_PUBLIC_KEY: 'only version 1 has the key outside of the bundle',
    ACTIVITY_TYPE_DISABLED: 'the target accepts the older type',
  },
  older: {
    ACTIVITY_TYPE_VERIFY_OTP: ({ otpId, encryptedOtpBundle }) => {
      const { otpCode, client } = attemptOf(encryptedOtpBundle);
      return { otpId, otpCode, publicKey: client.publicKey.hex };
    },
  },
} satisfies Story;
