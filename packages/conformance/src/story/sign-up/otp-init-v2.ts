import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ visitor }) => visitor,
  input: (stage) => ({ otpType: 'OTP_TYPE_EMAIL', contact: stage.newEmail() }),
  refusals: {
    MAX_OTP_INITIATED: async ({ visitor }, call) => {
      for (let count = 0; count < 3; count++) await visitor.call('otpInitV2', call.input);
      return call;
    },
    // Organizations allow passcodes by e-mail from the beginning, but not by SMS.
    OTP_DISABLED: saying(() => ({ otpType: 'OTP_TYPE_SMS', contact: '+15555550110' })),
    AUTH_METHOD_NOT_ALLOWED: async ({ configureProxy }, call) => {
      await configureProxy({ allowedAuthMethods: ['AUTH_METHOD_PASSKEY'] });
      return call;
    },
  },
  unprovoked: {
    EMAIL_SENDING_DISABLED: 'the target keeps its mail',
    SMS_SENDING_DISABLED: 'needs a target that allows passcodes by SMS without a gateway',
    EMAIL_SENDER_NOT_ALLOWED: 'a target that keeps its mail allows every sender',
  },
} satisfies Story;
