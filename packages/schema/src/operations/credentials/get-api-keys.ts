import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { ApiKey } from '../../fields/credentials/api-key.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_api_keys', {
  tag: 'Credentials',
  summary: 'Get API keys',
  description: 'Lists the API keys of a user or of the whole organization, including session keys, newest first.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the users of the keys belong to.'),
    userId: id('The user whose keys to list. If absent, the keys of all users are listed.').optional(),
  }),
  response: z.object({ apiKeys: z.array(ApiKey).describe('The API keys.') }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, userId: example.userId },
    response: { apiKeys: [example.apiKeyRecord] },
  },
});
