import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['setOrganizationFeature'],
  input: (_, set) => ({ name: set?.input.name }),
  fails: 'FEATURE_NOT_FOUND',
  refusals: {
    FEATURE_NOT_FOUND: saying(() => ({ name: 'FEATURE_NAME_WEBHOOK' })),
    FEATURE_PERMANENT: async (_, call) => {
      const input = { name: 'FEATURE_NAME_OPERATOR_RECOVERY_FORBIDDEN' };
      await call.by.call('setOrganizationFeatureOrThrow', input);
      return { ...call, input };
    },
  },
  unprovoked: {
    QUORUM_UNREACHABLE: 'the root users of the organization would have no lasting key to delete it with in the end',
  },
} satisfies Story;
