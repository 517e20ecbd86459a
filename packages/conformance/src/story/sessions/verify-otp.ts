import { attemptOf, requestCode, verificationInput, verificationRefusals } from '../passcodes.ts';
import type { Story } from '../story.ts';

export default {
  after: ['initOtp'],
  input: (stage, requested) => verificationInput(stage, stage.root, requested?.output, requested?.input.contact),
  fails: 'INVALID_OTP_BUNDLE',
  refusals: verificationRefusals(requestCode),
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
