import type { Story } from '../story.ts';

export default {
  after: ['createWebhookEndpoint'],
  input: () => ({}),
  shows: (_, __, endpoint) => ({
    webhookEndpoints: [{ endpointId: endpoint?.output.endpointId, isActive: true, ...endpoint?.input }],
  }),
} satisfies Story;
