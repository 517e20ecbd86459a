import { saying, unknownId } from '../refusals.ts';
import { sharedProfile } from '../session-profiles.ts';
import type { Story } from '../story.ts';

export default {
  input: async (stage) => ({ sessionProfileId: (await sharedProfile(stage)).sessionProfileId }),
  shows: ({ sessionProfileId }) => ({ sessionProfile: { sessionProfileId, sessionProfileName: 'Conformance' } }),
  refusals: { SESSION_PROFILE_NOT_FOUND: saying(() => ({ sessionProfileId: unknownId })) },
} satisfies Story;
