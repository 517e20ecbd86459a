import { sealCode } from '../passcodes.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ visitor }) => visitor,
  after: ['otpInitV2'],
  input: async (stage, requested) => ({
    otpId: requested?.output.otpId,
    encryptedOtpBundle: await sealCode(
      stage,
      stage.visitor,
      requested?.output,
      await stage.readCode(requested?.input.contact),
    ),
  }),
  refusals: {
    INVALID_OTP_CODE: async (stage, call) => {
      const { visitor } = stage;
      const requested = await visitor.call('otpInitV2', { otpType: 'OTP_TYPE_EMAIL', contact: stage.newEmail() });
      const encryptedOtpBundle = await sealCode(stage, visitor, requested, 'WRONG');
      return { ...call, input: { otpId: requested.otpId, encryptedOtpBundle } };
    },
    INVALID_OTP_BUNDLE: saying(() => ({ encryptedOtpBundle: '{}' })),
  },
  unprovoked: { INVALID_PUBLIC_KEY: 'a bundle with a bad key gives INVALID_OTP_BUNDLE' },
} satisfies Story;
