import { sharedProfile } from '../session-profiles.ts';
import type { Story } from '../story.ts';

export default {
  input: async (stage) => {
    await sharedProfile(stage);
    return {};
  },
  shows: () => ({ sessionProfiles: [{ sessionProfileName: 'Conformance' }] }),
} satisfies Story;
