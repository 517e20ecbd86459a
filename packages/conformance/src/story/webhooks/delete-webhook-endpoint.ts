import { unknown } from '../refusals.ts';
import type { Story } from '../story.ts';

export default {
  after: ['createWebhookEndpoint'],
  input: (_, endpoint) => ({ endpointId: endpoint?.output.endpointId }),
  shows: ({ endpointId }) => ({ endpointId }),
  fails: 'RESOURCE_NOT_FOUND',
  refusals: unknown('endpointId'),
} satisfies Story;
