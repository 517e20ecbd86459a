import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { SessionProfile } from '../../fields/sessions/session-profile.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_session_profile', {
  tag: 'Sessions',
  summary: 'Get a session profile',
  description: 'Returns a session profile of the organization. A sub-organization uses the profiles of its parent.',
  request: z.strictObject({
    organizationId: organizationId('The organization that has the profile, or a sub-organization of it.'),
    sessionProfileId: id('The profile to get.'),
  }),
  response: z.object({ sessionProfile: SessionProfile }),
  errors: ['SESSION_PROFILE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, sessionProfileId: example.sessionProfileId },
    response: { sessionProfile: example.sessionProfileRecord },
  },
});
