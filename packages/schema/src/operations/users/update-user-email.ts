import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { emailOrEmpty, id, jwt } from '../../vocabulary.ts';

export default defineActivity('update_user_email', {
  tag: 'Users',
  summary: "Change a user's e-mail address",
  description:
    'Sets the e-mail address of a user, or removes it. An address that is the only credential of the user cannot be removed.',
  intent: version(
    1,
    z.strictObject({
      userId: id('The user to change.'),
      userEmail: emailOrEmpty('The new e-mail address; the empty string removes the current one.'),
      verificationToken: jwt(
        'Token that proves ownership of the new address, bound to the API key that stamps the request. If absent, the address counts as unverified.',
      ).optional(),
    }),
  ),
  result: version(1, z.object({ userId: id('The user that was changed.') })),
  policy: { resource: 'USER', action: 'UPDATE' },
  errors: [
    'MISSING_CREDENTIAL',
    'QUORUM_UNREACHABLE',
    'INVALID_VERIFICATION_TOKEN',
    'RESOURCE_NOT_FOUND',
    'AUTH_PROXY_USER_PROTECTED',
  ],
  example: {
    parameters: {
      userId: example.userId,
      userEmail: example.userEmail,
      verificationToken: example.verificationToken,
    },
    result: { userId: example.userId },
  },
});
