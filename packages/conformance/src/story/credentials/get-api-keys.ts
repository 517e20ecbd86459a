import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createApiKeys'],
  input: (_, keys) => ({ userId: keys?.input.userId }),
  shows: (_, __, keys) => ({ apiKeys: keys?.output.apiKeyIds.map((apiKeyId: string) => ({ apiKeyId })) }),
  refusals: unknown('userId'),
} satisfies Story;
