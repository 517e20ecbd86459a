import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { SessionProfile } from '../../fields/sessions/session-profile.ts';
import { organizationId } from '../../vocabulary.ts';

export default defineQuery('get_session_profiles', {
  tag: 'Sessions',
  summary: 'List session profiles',
  description:
    'Lists the session profiles of the organization, newest first. A sub-organization uses the profiles of its parent.',
  request: z.strictObject({
    organizationId: organizationId('The organization that has the profiles, or a sub-organization of it.'),
  }),
  response: z.object({ sessionProfiles: z.array(SessionProfile).describe('The profiles.') }),
  errors: [],
  example: {
    request: { organizationId: example.organizationId },
    response: { sessionProfiles: [example.sessionProfileRecord] },
  },
});
