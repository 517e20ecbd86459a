import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { loginFields, loginResult } from '../../fields/sessions/login.ts';

export default defineActivity('stamp_login', {
  tag: 'Sessions',
  summary: 'Log in with a stamp',
  description:
    'Starts a session for the user who stamps the request. organizationId may be the parent of the sub-organization that has the credential.',
  intent: version(1, z.strictObject(loginFields)),
  result: version(1, loginResult),
  policy: { resource: 'AUTH', action: 'CREATE' },
  errors: ['INVALID_PUBLIC_KEY', 'ALREADY_EXISTS', 'SESSION_PROFILE_NOT_FOUND'],
  example: {
    parameters: { publicKey: example.sessionPublicKey, expirationSeconds: '900' },
    result: { session: example.session },
  },
});
