import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';

export default defineActivity('disable_auth_proxy', {
  tag: 'Sign-up',
  summary: 'Disable the sign-up proxy',
  description:
    'Removes the user that the sign-up proxy acts as, its key and the settings, and switches the proxy off. Users can no longer sign up or log in through it; their sub-organizations remain. The request is refused if the root quorum could not act without the proxy.',
  intent: version(1, z.strictObject({})),
  result: version(1, z.object({})),
  policy: { resource: 'AUTH_PROXY', action: 'DELETE' },
  errors: ['INVALID_ACTIVITY_CALLER', 'AUTH_PROXY_NOT_ENABLED', 'QUORUM_UNREACHABLE'],
  example: { parameters: {}, result: {} },
});
