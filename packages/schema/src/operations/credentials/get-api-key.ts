import { z } from 'zod';
import { defineQuery } from '../../define/define-query.ts';
import * as example from '../../examples/index.ts';
import { ApiKey } from '../../fields/credentials/api-key.ts';
import { id, organizationId } from '../../vocabulary.ts';

export default defineQuery('get_api_key', {
  tag: 'Credentials',
  summary: 'Get an API key',
  description: 'Returns one API key of a user of the organization.',
  request: z.strictObject({
    organizationId: organizationId('The organization that the user of the key belongs to.'),
    apiKeyId: id('The API key.'),
  }),
  response: z.object({ apiKey: ApiKey }),
  errors: ['RESOURCE_NOT_FOUND'],
  example: {
    request: { organizationId: example.organizationId, apiKeyId: example.apiKeyRecord.apiKeyId },
    response: { apiKey: example.apiKeyRecord },
  },
});
