import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { sessionProfileFields } from '../../fields/sessions/session-profile.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('create_session_profile', {
  tag: 'Sessions',
  summary: 'Create a session profile',
  description:
    'Creates a profile for sessions of the organization and of its sub-organizations. A session with the profile can submit and approve only what the scope allows, whatever its user may do, and can start only sessions with the same profile. A scope that allows creating credentials or users allows everything, because new credentials and users have no profile. Only a parent organization can have profiles, at most 100. A profile cannot be changed or deleted.',
  intent: version(1, z.strictObject(sessionProfileFields)),
  result: version(1, z.object({ sessionProfileId: id('The new profile.') })),
  policy: { resource: 'SESSION_PROFILE', action: 'CREATE' },
  errors: ['INVALID_POLICY', 'INVALID_ACTIVITY_CALLER', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: {
    parameters: example.sessionProfile,
    result: { sessionProfileId: example.sessionProfileId },
  },
});
