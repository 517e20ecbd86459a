import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  by: ({ parent }) => parent,
  // No two runs may take the same name: profiles are kept for ever.
  input: () => ({
    sessionProfileName: `Conformance ${crypto.randomUUID()}`,
    scope: "activity.action == 'SIGN'",
    expirationSeconds: '3600',
    notes: 'Made by the conformance suite.',
  }),
  fails: 'INVALID_ACTIVITY_CALLER',
  refusals: {
    INVALID_POLICY: saying(() => ({ scope: 'activity.nothing' })),
    INVALID_ACTIVITY_CALLER: ({ root }, call) => ({ ...call, by: root }),
    ALREADY_EXISTS: saying(() => ({ sessionProfileName: 'SESSION_TYPE_READ_WRITE' })),
  },
  unprovoked: { RESOURCE_LIMIT_EXCEEDED: 'the limit of the target would be reached for ever' },
} satisfies Story;
