import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createApiKeys'],
  input: (_, keys) => ({ apiKeyId: keys?.output.apiKeyIds[0] }),
  shows: ({ apiKeyId }, _, keys) => ({
    apiKey: { apiKeyId, apiKeyName: 'Key', credential: { publicKey: keys?.input.apiKeys[0].publicKey } },
  }),
  refusals: unknown('apiKeyId'),
} satisfies Story;
