import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('enable_auth_proxy', {
  tag: 'Sign-up',
  summary: 'Enable the sign-up proxy',
  description:
    'Creates the user that the sign-up proxy acts as, with a key that never leaves the service, and switches the proxy on. The configuration keeps its ID. Only a top-level organization can have a sign-up proxy.',
  intent: version(1, z.strictObject({})),
  result: version(1, z.object({ userId: id('The user that the proxy acts as.') })),
  policy: { resource: 'AUTH_PROXY', action: 'CREATE' },
  errors: ['INVALID_ACTIVITY_CALLER', 'ALREADY_EXISTS', 'RESOURCE_LIMIT_EXCEEDED'],
  example: { parameters: {}, result: { userId: example.otherUserId } },
});
