import { addReachableUser, carryOut } from '../passcodes.ts';
import type { Story } from '../story.ts';

export default {
  input: async (stage) => ({
    otpType: 'OTP_TYPE_EMAIL',
    contact: (await addReachableUser(stage)).userEmail,
    appName: 'Conformance',
  }),
  fails: 'MAX_OTP_INITIATED',
  refusals: {
    MAX_OTP_INITIATED: async (stage, call) => {
      for (let count = 0; count < 3; count++) await carryOut(stage, 'initOtp', { ...call.input, appName: `${count}` });
      return call;
    },
    OTP_DISABLED: async (stage, call) => {
      const by = await stage.newOrganization();
      await by.call('removeOrganizationFeatureOrThrow', { name: 'FEATURE_NAME_OTP_EMAIL_AUTH' });
      return { ...call, by };
    },
  },
  unprovoked: {
    EMAIL_SENDING_DISABLED: 'the target keeps its mail',
    SMS_SENDING_DISABLED: 'the activity is kept as failed, and not refused',
    EMAIL_SENDER_NOT_ALLOWED: 'a target that keeps its mail allows every sender',
  },
  older: { ACTIVITY_TYPE_INIT_OTP_V2: (input) => input },
} satisfies Story;
