import { saying, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWebhookEndpoint'],
  input: (_, endpoint) => ({
    endpointId: endpoint?.output.endpointId,
    url: 'https://other.example.com/webhooks',
    name: 'Other office',
    isActive: false,
  }),
  shows: (input) => ({ endpointId: input.endpointId, webhookEndpoint: input }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: {
    INVALID_WEBHOOK_URL: saying(() => ({ url: 'https://user@app.example.com/' })),
    ...unknown('endpointId'),
  },
} satisfies Story;
