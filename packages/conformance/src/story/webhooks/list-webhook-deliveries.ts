import { badCursor, unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWebhookEndpoint'],
  input: (_, endpoint) => ({ endpointId: endpoint?.output.endpointId }),
  shows: () => ({ webhookDeliveries: [] }),
  refusals: { ...unknown('endpointId'), ...badCursor },
} satisfies Story;
