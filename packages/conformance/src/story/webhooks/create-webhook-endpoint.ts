import { ownerOfAllEndpoints, silentEndpoint } from '../limits.ts';
import { saying } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  input: () => silentEndpoint,
  shows: (input) => ({ webhookEndpoint: { isActive: true, ...input } }),
  fails: 'INVALID_WEBHOOK_URL',
  refusals: {
    INVALID_WEBHOOK_URL: saying(() => ({ url: 'https://user@app.example.com/' })),
    INVALID_ACTIVITY_CALLER: saying(() => ({ subscriptions: [{ eventType: 'BALANCE_CONFIRMED_UPDATES' }] })),
    RESOURCE_LIMIT_EXCEEDED: async (stage, call) => ({ ...call, by: await ownerOfAllEndpoints(stage) }),
  },
} satisfies Story;
