import { offCurve, saying, unknownId } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  isAlone: true,
  input: (stage) => ({ publicKey: stage.newApiKey().publicKey }),
  refusals: {
    INVALID_PUBLIC_KEY: saying(() => ({ publicKey: offCurve })),
    SESSION_PROFILE_NOT_FOUND: saying(() => ({ sessionProfileId: unknownId })),
    ALREADY_EXISTS: saying((_, { root }) => ({ publicKey: root.publicKey })),
    // Every user may log in, but only to its own organization.
    REQUEST_NOT_AUTHORIZED: ({ parent, root }, call) => ({
      ...call,
      by: parent,
      organizationId: root.organizationId,
    }),
  },
} satisfies Story;
