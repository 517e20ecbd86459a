import { withoutProxy } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ parent }) => parent,
  input: async ({ enableProxy }) => {
    await enableProxy();
    return { otpLength: 9, allowedOrigins: ['*'] };
  },
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: { INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }), ...withoutProxy },
  unprovoked: { QUORUM_UNREACHABLE: 'needs a target whose root users can only log in with passcodes' },
} satisfies Story;
