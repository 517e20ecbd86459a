import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id, jwt, phoneNumberOrEmpty } from '../../vocabulary.ts';

export default defineActivity('update_user_phone_number', {
  tag: 'Users',
  summary: "Change a user's phone number",
  description:
    'Sets the phone number of a user, or removes it. A number that is the only credential of the user cannot be removed.',
  intent: version(
    1,
    z.strictObject({
      userId: id('The user to change.'),
      userPhoneNumber: phoneNumberOrEmpty(
        'The new phone number, in E.164 form; the empty string removes the current one.',
      ),
      verificationToken: jwt(
        'Token that proves ownership of the new number, bound to the API key that stamps the request. If absent, the number counts as unverified.',
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
    parameters: { userId: example.userId, userPhoneNumber: example.userPhoneNumber },
    result: { userId: example.userId },
  },
});
