import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_authenticators', {
  tag: 'Credentials',
  summary: 'Delete authenticators',
  description:
    'Deletes passkeys of a user. Requests stamped with a deleted passkey are refused. The last credential of a user cannot be deleted.',
  intent: version(
    1,
    z.strictObject({
      userId: id('The user that all of the passkeys belong to.'),
      authenticatorIds: z.array(id('A passkey.')).describe('The passkeys to delete.'),
    }),
  ),
  result: version(
    1,
    z.object({ authenticatorIds: z.array(id('A passkey.')).describe('The passkeys that were deleted.') }),
  ),
  policy: { resource: 'CREDENTIAL', action: 'DELETE' },
  errors: ['MISSING_CREDENTIAL', 'RESOURCE_NOT_FOUND', 'AUTH_PROXY_USER_PROTECTED'],
  example: {
    parameters: { userId: example.userId, authenticatorIds: [example.authenticatorRecord.authenticatorId] },
    result: { authenticatorIds: [example.authenticatorRecord.authenticatorId] },
  },
});
