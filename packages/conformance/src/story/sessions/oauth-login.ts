import { identityLoginInput, identityLoginRefusals } from '../identity-login.ts';
import { saying, unknownId } from '../refusals.ts';
import { byLimitedSession } from '../session-profiles.ts';
import type { Story } from '../story.ts';

export default {
  needsSignIn: true,
  after: ['createOauthProviders'],
  input: identityLoginInput,
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...byLimitedSession,
    ...identityLoginRefusals,
    SESSION_PROFILE_NOT_FOUND: saying(() => ({ sessionProfileId: unknownId })),
  },
} satisfies Story;
