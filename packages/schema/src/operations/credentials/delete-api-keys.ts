import { z } from 'zod';
import { defineActivity, version } from '../../define/define-activity.ts';
import * as example from '../../examples/index.ts';
import { id } from '../../vocabulary.ts';

export default defineActivity('delete_api_keys', {
  tag: 'Credentials',
  summary: 'Delete API keys',
  description:
    'Deletes API keys of a user, including session keys. Requests stamped with a deleted key are refused. The last credential of a user cannot be deleted.',
  intent: version(
    1,
    z.strictObject({
      userId: id('The user that all of the keys belong to.'),
      apiKeyIds: z.array(id('An API key.')).describe('The keys to delete.'),
    }),
  ),
  result: version(1, z.object({ apiKeyIds: z.array(id('An API key.')).describe('The keys that were deleted.') })),
  policy: { resource: 'CREDENTIAL', action: 'DELETE' },
  errors: ['MISSING_CREDENTIAL', 'RESOURCE_NOT_FOUND', 'AUTH_PROXY_USER_PROTECTED'],
  example: {
    parameters: { userId: example.userId, apiKeyIds: [example.apiKeyRecord.apiKeyId] },
    result: { apiKeyIds: [example.apiKeyRecord.apiKeyId] },
  },
});
