import { ofProxyUser, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createApiKeys'],
  input: (_, keys) => ({ userId: keys?.input.userId, apiKeyIds: keys?.output.apiKeyIds }),
  shows: ({ apiKeyIds }) => ({ apiKeyIds }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    ...ofProxyUser('userId'),
    ...unknown('apiKeyIds'),
    MISSING_CREDENTIAL: async ({ root }, call) => {
      const { apiKeys } = await root.call('getApiKeys', { userId: call.input.userId });
      const apiKeyIds = apiKeys.map(({ apiKeyId }: { apiKeyId: string }) => apiKeyId);
      return { ...call, input: { ...call.input, apiKeyIds } };
    },
  },
} satisfies Story;
